import { BESIDE_THE_POINT } from "./besidePoint";
import { PEOPLE, type Same } from "./peopleWords";
import { QUOTES } from "./quoteWords";
import { fits, longestFit, pattern, tokensOf, type Token } from "./tokens";

/** What upsets someone, as a verb. */
const UPSETS =
  "bug|bugs|bugging|worry|worries|worrying|scare|scares|scaring|upset|upsets|confuse|confuses|confusing|anger|angers|puzzle|puzzles|stress|stresses|disappoint|disappoints|deter|deters|discourage|discourages|concern|concerns|irk|irks";

/** Courtesy, and one wording for what is asked in many. */
const ASKING: Same = [
  ["mobile|cell|smart phone", "phone"],
  ["mobile|cell|smart phones", "phones"],
  ["is|are the? most|best represented|covered", "has the most"],
  ['"|” appear|appears|appeared|occur|occurs|occurred', "”"],
  ["support|helpdesk|service tickets|chats|messages|conversations|requests|queries|contacts|emails", "chats"],
  ["out of pure|sheer? curiosity ,?", ""],
  ["mentioned|reported|raised less often|frequently? ,|:", "less common ,"],
  ["do|does|did we|you|they hear|see|get more|most about|of|from|on", "do people ask more about"],
  ["do|does|did we|you|they hear|see|get less|fewer about|of|from|on", "do people ask less about"],
  ["just? curious :|,|-|–", ""],
  ["quick|short|small|simple one|question|thing :|,|-|–", ""],
  ["by any? chance ,?", ""],
  ["by the way ,?", ""],
  // "She wants to know what share is about fees. Can you tell?"
  ["can|could|would|do you please? tell|say|help|check|know|advise us|me|with? that|this|it? for? us|me? ?", ""],
  [`are|were ${PEOPLE} writing about|in|to`, "do people ask about"],
  ["cant|cannot|couldnt|dont|doesnt|didnt|not remember|remembers|remembering|recall|recalls", "forgot"],
  ["any idea|ideas|clue|thoughts|insight|insights ?", ""],
  [
    `the? reason|reasons why? for|to|${PEOPLE}|they? contact|contacts|contacted|contacting|call|calls|called|calling|write|writing|approach|approaching us|support|in`,
    "subjects",
  ],
  [
    `reason|reasons why|that? for? ${PEOPLE}|they? get|gets|getting|got|reach|reaches|reaching|reached in|out touch|to with|to? us|you|our|the? customer? support|service|helpdesk|team?`,
    "subjects",
  ],
  ["all|oh|thats? right|good|fine|great|well|alright|understood|perfect|interesting|cool ,|.|!|: and|then?", "and"],
  ["if you dont|do mind ,?", ""],
  ["lets say ,?", ""],
  [
    "is|was it|this|that really|actually|also? true|right|correct|fair|the case? to? say? that most|many|few? of? the?",
    "how many",
  ],
  ["mention|mentions|say|says|said that? something|it|this|things|everything is|was|are|being", "mention"],
  [`why do|would|might you|we think|believe|suppose|reckon|say that?`, "why"],
  ["how often|frequently|many times do|does|did the? word|words|term|phrase", "how many mention the word"],
  ["whatever|regardless of? the|their|what? reason|reasons|why|cause", ""],
  [", not your|my|our guesses|guess|opinion|interpretation|assumptions", ""],
  [
    "reasons that|which? they|people|customers|visitors|users|the customers|visitors|users|people? themselves? actually|really? give|state|name|mention|offer|cite themselves?",
    "reasons",
  ],
  ["while|as youre|you are|were|we are at it", ""],
  ["would you say that? most|many|few? of? the?", "how many"],
  [`do|does|did lots|plenty of? the? ${PEOPLE}`, "how many people"],
  ["do|does|did many|lots|plenty|some of them|those|these|they", "how many of them"],
  ...["worried", "asking", "complaining", "saying", "concerned", "afraid", "wondering"].map(
    (verb): [string, string] => [
      `is|are it|that|this|they mostly|mainly|usually people|customers|users|visitors|folks who|that? are? ${verb}`,
      `how many of them are ${verb}`,
    ],
  ),
  ["hardly|barely|almost|nearly anybody|anyone|nobody", "people"],
  ["would|will|might there be", "are there"],
  ["enough|sufficient|plenty of? people|visitors|customers|demand|interest", "people"],
  ["if so|yes , how many", "and how many of those"],
  ["more or less how|what", "how"],
  ["a rough|vague|general idea|estimate|guess of", ""],
  [
    "prove|proves|proving|verify|verifying|confirm|confirming|check|checking|show|showing who they|i|you|we|customers|people are|am",
    "verify identity",
  ],
  [", right|correct|true|no|yes ?", "?"],
  [
    `do|does|did|can any|some|most? of? they|them|those|people|customers|visitors|users say|tell|mention|specify|name in|at|on|from|with|for|by? which|what`,
    "of them which",
  ],
  ["which|what of? the? two? sex|sexes", "which gender"],
  ["who is|are|was|were mostly? asking|talking|writing|wondering|interested|worried|concerned", "who asks"],
  ["who is|are|was|were mostly? complaining|struggling|unhappy|annoyed|frustrated|upset", "who complains"],
  [`which|what|whats is|are? more|less * for|to|among|with? our|the? ${PEOPLE}? ,`, "which is more common ,"],
  ["who is|are|was more", "who more"],
  ["who is|are|was keener|fonder", "who keener"],
  ["who is|are|was readier|likelier|quicker|prouder|hungrier to", "who more want to"],
  ["or am i wrong|mistaken", ""],
  ["once they|theyve|people|we|you", "when they"],
  ["to what|which extent|degree do|does|did|are|is", "how many"],
  ["how seriously|strongly|keenly|deeply|badly|highly|willing do|does|did|are|is", "how many"],
  ["in what|which way|ways|respect|respects|sense|regard", "what"],
  ["what sort|kind|type of thing|things", "what"],
  ["advice|guidance|tips|pointers|clarification|assistance on|about|with|regarding", "questions about"],
  ["turn|turns|turned|turning|lean|leans|rely|relies to|on us|you", "ask us"],
  ["the one that|which wins|won|leads|is? ahead?", "it"],
  ["the winner|leader|favourite|favorite", "it"],
  ["which|who|what is|are|comes|come ahead|leading|winning|stronger", "which is more common"],
  ["the winning|leading|bigger|larger|stronger one|side", "it"],
];

/** What goes wrong, in words that no record need hold. */
const TROUBLE: Same = [
  ["stuck|sitting|hanging|sat|stays|staying|left as|in|on|at pending", "pending"],
  [
    `what|which kind|kinds|sort|sorts of trouble|troubles|problems|issues|difficulties do|does|did ${PEOPLE}|they run|get|encounter|face|have|hit|meet into?`,
    "what problems",
  ],
  [
    `what|whats seems|seem|appears|appear to be stopping|preventing|blocking|hindering ${PEOPLE} from?`,
    "what problems with",
  ],
  [
    `what|whats? are|is|were|makes|make ${PEOPLE}|they so|most? unhappy|angry|upset|annoyed|frustrated|dissatisfied|disappointed about|with|at|by|over?`,
    "what problems",
  ],
  [
    "what|whats exactly|really|actually|most|usually|typically|often|tends|can|could|keeps|keep|might|has|have? to? go|goes|going|gone|went wrong|awry|amiss|badly",
    "what problems",
  ],
  [
    "what|which things|stuff? most|mostly|usually|often|typically? fails|fail|failed|breaks|break|broke|malfunctions|malfunction|crashes|crash",
    "what problems",
  ],
  [`what|which|things|that most|really|mainly? ${UPSETS} ${PEOPLE}|you`, "what problems"],
  [
    `what|which|things|that puts|put|holds|hold|turns|turn|throws|throw|trips|trip ${PEOPLE}|you off|back|up|away`,
    "what problems",
  ],
  [
    `what|which|things keeps|keep|stops|stop|prevents|prevent|hinders|hinder|blocks|block ${PEOPLE} from?`,
    "what problems with",
  ],
  [
    `what|whats|things? stands|stand|standing|gets|get|getting|is|are in their|the|peoples|users|visitors|customers way of?`,
    "what problems with",
  ],
  [`where do|does|are ${PEOPLE}|they get|getting stuck|lost|confused with|on|in|at|when?`, "what problems with"],
  [`where do|does ${PEOPLE}|they struggle|stumble|fail with|on|in|at|over|when?`, "what problems with"],
  ["run|runs|ran|running|bump|bumps|bumped|bumping up? into|against", "trouble with"],
  ["come|comes|came|coming up against", "trouble with"],
  ["stumble|stumbles|stumbled|stumbling|trip|trips|tripped|tripping up? over|on|upon|across|at", "trouble with"],
  ["have|has|had|having a? hard|tough|rough|difficult time with?", "trouble with"],
  ["find|finds|found it? hard|difficult|tricky|tough to", "trouble with"],
  [
    "confusion|uncertainty|frustration|anger|dissatisfaction|unhappiness around|over|about|with|regarding|at",
    "trouble with",
  ],
  ["hold|holds|have|has|got against", "trouble with"],
  ["dislike|dislikes|hate|hates|resent|resents about", "trouble with"],
  ["suffer|suffers|suffered|suffering from", "trouble with"],
  [
    "are|is|was|were|get|gets|got|getting|feel|feels|be|being confused|puzzled|annoyed|bothered|frustrated|irritated|upset|angry|unhappy|dissatisfied|disappointed|stumped by|with|about|over|at|on",
    "trouble with",
  ],
  ["come|comes|came|coming across", "mention"],
];

/** What people want or do, in words that no record need hold. */
const WANTING: Same = [
  ["love|loves to", "want to"],
  ["are|is|be|get|getting really|very|dead? serious|adamant|passionate|enthusiastic|excited about", "want"],
  [`is|are|was|were ${PEOPLE}|they after`, "do people want"],
  ["set|sets|setting out to", "want to"],
  ["has|have|had|set|sets|setting their|its|his|her sights|heart|hearts|mind|minds|eye|eyes set? on", "want"],
  ["set|sets|setting|give|gave|giving|make|made themselves|himself|herself|myself|ourselves", "have"],
  ["go|goes|going|went in for", "like"],
  ["go|goes|going|went for most", "want most"],
  ["mess|messing|fool|fooling|lark|larking|joke|joking|kid|kidding|muck|mucking|clown|clowning about|around", "joking"],
  ["have|having|has a|some laugh|laughs|joke", "joking"],
  ["take|takes|taking the mickey|mick", "joking"],
  ["pull|pulls|pulling our|your|my|peoples|someones leg|legs", "joking"],
  ["rather|instead than|of meaning|being|taking it? serious|seriously|earnest?", ""],
  ["go|goes|going|went ahead with", "want"],
  ["commit|commits|committed|committing|devote|devotes|devoted|dedicate|dedicates|dedicated themselves? to", "want"],
  ["yearn|yearns|yearning|longs|longing|crave|craves|lean|leans|leaning for|towards|toward", "want"],
  ["swear|swears|swore|sworn off", "stop"],
  ["bother|bothers|bothered with|to", "want"],
  ["put|puts|have|has on|onto their|the list|lists|agenda|agendas", "want"],
  ["on|onto their|the list|lists|agenda|agendas|radar|bucket list?", ""],
  ["have|has|had it? in mind to", "want to"],
  ["appetite|hunger|thirst|desire|willingness|market|craving|enthusiasm|room for", "interest in"],
  ["bring|brings|brought|bringing up", "ask about"],
  ["get|gets|got|getting rid of their|his|her|my|our|the? debt|debts|loan|loans", "pay off debt"],
  ["get|gets|got|getting rid of", "stop"],
  [
    "approach|approaches|approached|ping|pinged|phone|phoned|text|texted|message|messaged|consult|consulted us|you",
    "ask us",
  ],
  [
    "manage|manages|managed|promise|promises|promised|swear|swears|swore|pledge|pledged|mean|means|meant|willing|prepared|ready|determined|prefer|prefers|choose|chooses|chose|committed|inclined|tempted|bound|ought|expect|expects|get|gets|got round|around|themselves? to",
    "want to",
  ],
  ["promise|promised|swear|swore|pledge|pledged|vow|vowed they|themselves|that they? will|would|to", "want to"],
  ["aim|aims|aiming|strive|strives|striving towards|toward|for|at", "want"],
  ["tend|tends|tended|happen|happens|happened|seem|seems|appear|appears to", ""],
  ["end|ends|ended|ending|wind|winds|wound|winding up", ""],
  ["would|will sooner", "would rather"],
  [
    "go|goes|going on? in|inside|through peoples|their|the|visitors|users|customers minds|mind|heads|head",
    "do people say",
  ],
];

const SAME = [...ASKING, ...QUOTES, ...BESIDE_THE_POINT, ...TROUBLE, ...WANTING].map(([said, instead]) => ({
  said: pattern(said),
  instead: tokensOf(instead),
}));
const PATTERNS = SAME.map(({ said }) => said);

/** A question with one wording for what is said in many; what it quotes stays as it is. */
export function inReadWords(tokens: readonly Token[]): readonly Token[] {
  const said: Token[] = [];
  let isQuoted = false;
  for (let at = 0; at < tokens.length;) {
    const { written } = tokens[at]!;
    isQuoted = written === "“" || (written === '"' ? !isQuoted : written !== "”" && isQuoted);
    const length = isQuoted ? 0 : longestFit(tokens, at, PATTERNS);
    const found = length > 0 && SAME.find((one) => fits(tokens, at, one.said) === length);
    if (found) said.push(...found.instead);
    else said.push(tokens[at]!);
    at += found ? length : 1;
  }
  return said;
}
