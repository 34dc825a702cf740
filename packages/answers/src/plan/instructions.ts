import { longestFit, pattern, type Token } from "./tokens";

const EARLIER = "previous|prior|above|earlier|preceding|past|former|existing|current|original|initial|foregoing|old";
const ORDERS =
  "instruction|instructions|prompt|prompts|rule|rules|restrictions|guidelines|guideline|directions|commands|directives|constraints|context|message|messages|programming|training";
const LIMITS =
  "rules|restrictions|guidelines|filters|filter|safeguards|guardrails|limitations|policies|policy|instructions|programming|safety|privacy|constraints";
const DROP =
  "ignore|ignoring|disregard|disregarding|forget|neglect|dismiss|discard|override|bypass|erase|clear|reset|skip|drop|violate|break|suspend|disable|delete";
const SHOW = "reveal|print|show|output|repeat|display|leak|dump|share|give|tell|disclose|expose|recite|return";
const HIDDEN = "system|hidden|initial|secret|internal|original|developer";

/**
 * What tells the answerer what to do, as a sentence or a part of one begins: "ignore" in "how many people ignore the
 * instructions?" is what people do. `#` is a number.
 */
const INSTRUCTIONS = [
  `${DROP} about? all? of? the|any|your|my|these|those|this|every|each|what? other? ${EARLIER}|system|safety|privacy ${EARLIER}|system|safety? ${ORDERS}`,
  `${DROP} all? of? your own|safety|privacy|content|system|core? ${ORDERS}|${LIMITS}`,
  `${DROP} all|any|every of? the|these|those? safety|privacy|content|system? ${ORDERS}|${LIMITS}`,
  "ignore|disregard|forget|bypass|override the|these|those|this safety|privacy|content|system? instructions|instruction|rules|restrictions|guidelines|prompt|prompts|safeguards|guardrails|filters",
  "disable|remove|lift|suspend|turn|switch off? all? of? your|all|the safety|privacy|content|system|restrictions|guidelines|filters|filter|safeguards|guardrails|censorship",
  "ignore|disregard|forget everything|anything|all|whatever that? is|was|came|comes|stands|i|you|we|were|have? been? above|before|previous|prior|earlier|preceding|told|said|know|learned|learnt",
  "ignore|disregard|forget all? of? the|what above|before|preceding|foregoing",
  "ignore|disregard|forget what you were|are|have been? told|instructed|taught",
  "dont|never|stop|no|not follow|following|obey|obeying|apply|applying longer? the|your|any|those|these|previous|prior|earlier previous|prior|earlier|own|system? instructions|rules|guidelines|prompt|prompts|restrictions",
  "do not follow|obey|apply the|your|any|those|these|previous|prior|earlier previous|prior|earlier|own|system? instructions|rules|guidelines|prompt|prompts|restrictions",
  `${SHOW} me|us|back? all? of? your|the|this ${HIDDEN} ${HIDDEN}? prompt|prompts|instructions|rules|message|messages|configuration|context|guidelines`,
  `${SHOW} me|us|back? all? of? your own|exact|full? prompt|prompts|instructions|rules|configuration|context|guidelines`,
  `${SHOW}|what|whats is|me|us? your|the|an api|secret|access|admin key|keys|token|password`,
  `${SHOW} me|us? the|all|every words|text|instructions|prompt|message|messages|lines above|before|preceding`,
  `what|whats|which is|are|was|were|does|do? your own|exact|full|${HIDDEN}? ${HIDDEN}? prompt|prompts|instructions|rules|guidelines|configuration`,
  `what|whats is|are|was|were the system|hidden|secret prompt|instructions`,
  "what|how were|are|have you been? told|instructed|prompted|programmed",
  `${SHOW} me|us? what|how you|your were|are|have been? told|instructed|prompted|programmed`,
  "you are|re now|no|henceforth a|an|the|in|free|unrestricted|dan|going|not|called|longer|my|acting|only",
  "youre now|no|henceforth a|an|the|in|free|unrestricted|dan|going|not|called|longer|my|acting|only",
  "you are|youre dan|unrestricted|jailbroken|free from|of? any|all|your?",
  "you must|will|shall now|always|only|not? say|answer|reply|respond|output|print|claim|state|pretend|ignore|disregard|obey|act|comply",
  "pretend that? you|youre",
  "act|behave|respond|answer|reply|speak|talk as|like a|an|the|my|our? * * pirate|admin|administrator|developer|assistant|dan|ai|model|bot|chatbot|hacker|root|operator|engineer|analyst|robot|lawyer|doctor|manager|expert|persona|terminal|interpreter|console",
  "act|behave|respond|answer|reply|speak|talk as|like a|an|the|my|our? *? pirate|admin|administrator|developer|assistant|dan|ai|model|bot|chatbot|hacker|root|operator|engineer|analyst|robot|lawyer|doctor|manager|expert|persona|terminal|interpreter|console",
  "act|behave|respond|answer|reply as if|though you|there|no|the|nothing|all",
  "enter|enable|activate|start|open developer|debug|admin|jailbreak|dan|god|unrestricted|maintenance|sudo mode",
  "switch|go to|into|in developer|debug|admin|jailbreak|dan|god|unrestricted|maintenance mode",
  "you are|youre in developer|debug|admin|jailbreak|dan|god|unrestricted|maintenance mode",
  "as an? ai|llm|bot|chatbot without|with|that|who|free",
  "lets play a game|role",
  "imagine|suppose|assume that? you",
  "stop being|acting|behaving *",
  "dont|never|stop|without use|using|apply|applying|enforce|enforcing your|the|any privacy|safety|content|own? rule|rules|limits|filter|filters|restrictions|guidelines|policy|policies",
  "do not use|apply|enforce your|the|any privacy|safety|content|own? rule|rules|limits|filter|filters|restrictions|guidelines|policy|policies",
  "your rules|instructions|guidelines|restrictions dont|no|do|are|have|were *",
  `${SHOW} me|us? system|hidden|initial|secret|internal prompt|prompts|instructions|message|messages|rules`,
  `${SHOW} me|us|back? everything|all above|before`,
  "jailbreak yourself|mode|prompt|:",
  "do anything now",
  "from now|here on|onwards|onward ,? you|answer|reply|respond|say|always|only|ignore|act|your|every",
  "here|these|following are? is|are? the|your|my|some? new|updated instructions|instruction|rules|rule|task|orders",
  "my|your|the|updated? new|updated|real|actual|true instructions|instruction|rules|rule|orders|task|prompt|directive :|.|,|are|is|-|–|—",
  "obey|follow my|these|the|this|only new|following|my|next? instructions|instruction|commands|orders|rules",
  "im|start|begin|end? system|assistant|developer|admin|sysadmin|operator message|prompt|override|note|instruction? :",
  "system|admin|developer override|prompt|message",
  "im start system|user|assistant",
  "say|answer|reply|respond|claim|state|output|print|return|report with|that|only|just|exactly|simply|it|its|the? answer|is|its|with|be? # %|percent",
  "say|answer|reply|respond|claim|state|output|print|report that? the|your? answer|result|count|share is|must|should|will be? #",
  "answer|reply|respond|claim with|that|only|just|exactly|simply? # .|!|,|and|in",
  "the|your correct|right|real|true|only? answer|result is|must|should|has|will to? be? #",
  "make|set|put the? answer|result|count|figure|number|it to|at|as|be? # %|percent",
].map(pattern);

/** These are told apart from what is said of people only where something else is asked beside them. */
const BESIDE = [
  "act|behave as|like a|an",
  "pretend to be",
  "respond|answer|reply|speak|talk|write like|as a|an|if",
].map(pattern);

const NUMBER = /^\d[\d,.]*$/;
/** A sentence's words as the patterns have them. */
export const forInstructions = (tokens: readonly Token[]): Token[] =>
  tokens.map((token) => (NUMBER.test(token.said) ? { ...token, said: "#" } : token));

/** How many words at a place tell the answerer what to do; `asksMore`: whether something else is asked beside them. */
export const instructionAt = (tokens: readonly Token[], at: number, asksMore: () => boolean): number =>
  longestFit(tokens, at, INSTRUCTIONS) ||
  (longestFit(tokens, at, BESIDE) > 0 && asksMore() ? longestFit(tokens, at, BESIDE) : 0);
