import { pattern, type Pattern } from "./tokens";

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** Words that hold a question together and never carry a topic: what English has of these is few, and all of them. */
export const FUNCTION_WORDS = set(`
  myself yourself yourselves himself herself itself ourselves themselves oneself mine yours hers ours none whoever whomever whatever
  whichever whenever wherever unless until till whereas lest during throughout toward towards along alongside amid beside besides
  beneath underneath within regardless notwithstanding concerning considering through after before behind near
  rather instead otherwise therefore thus hence however moreover furthermore nevertheless nonetheless meanwhile likewise altogether
  almost nearly quite somewhat enough plenty several ever soon sooner later afterwards afterward beforehand ago anyway anyhow
  theyve theyll theyd youve youre youll youd weve hes shes hed itll itd thatll thatd wholl whod whove therell away outright
  somehow everywhere nowhere somewhere anywhere apart indeed else ahead aside forward forth backwards forwards next previous former latter
  plus a an the this that these those it its they them their theirs there here he she his her him we our us i me my you your yours
  im ive id ill whos hows wheres whens youre theyre weve were id whats thats theres is am are was were be been being do does did doing done have has had
  having can could will would shall should may might must to of in on at by for from with within into onto as than then so such
  too very really quite just only even also ever actually currently basically exactly roughly about around approximately
  and or but if while when where who whom whose which what why how any some each every either neither both all
  please thanks thank hello hi hey ok okay dear well not no dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt never
  own same another other others else anything something anyone someone anybody somebody everything everyone everybody nothing
  etc eg ie vs per via upon out up off over under again more most least much many few lot lots bit
  fastest possibly perhaps maybe probably presumably honestly supposedly apparently indeed whether because since still yet already now today elsewhere get gets getting got because though although among amongst between across`);

/** Words that speak of the data, of those who spoke, or of their speaking: a topic neither starts nor ends with one of them. */
export const FRAME_WORDS = set(`
  people peoples person persons folks tweeter tweeters user users visitor visitors customer customers client clients subscriber subscribers adopter adopters
  respondent respondents participant participants author authors writer writers member members individual individuals public crowd
  record records row rows entry entries data dataset database sample corpus chat chats conversation conversations message messages
  question questions query queries enquiry enquiries inquiry inquiries ticket tickets request requests post posts tweet tweets
  goal goals resolution resolutions aim aims ambition ambitions intention intentions wish wishes hope hopes plan plans objective objectives
  text texts comment comments statement statements answer answers response responses mention mentions mentioned mentioning
  say says said saying talk talks talked talking speak speaks speaking spoke ask asks asked asking tell tells told think thinks reckon thinking
  thought thoughts feel feels feeling feelings felt opinion opinions view views wonder wonders wondering write writes wrote written
  raise raises raised raising bring brings brought report reports reported reporting express expresses expressed discuss
  discusses discussed discussing complain complains complained complaining complaint complaints worry worries worried worrying
  concern concerns concerned care cares caring interested interest want wants wanted wanting need needs needed needing like likes
  liked hoping hoped wishing wished planning planned aiming aimed intend intends intended intending resolve resolves resolved
  resolving vow vows vowed vowing decide decided try tries tried trying look looks looking looked seek seeks seeking keen keenest eager
  plan struggle struggles struggling struggled face faces facing faced experience experiences experiencing experienced deal deals
  dealing contain contains contained containing include includes included including involve involves involved involving refer refers
  referring concerning regarding relate relates related relating touch touches use uses using used come comes came coming
  reference references cover covers covering focus focuses focused focusing centre center fall falls revolve revolves
  issue issues problem problems trouble troubles difficulty difficulties difficult topic topics theme themes subject subjects matter matters thing things
  kind kinds sort sorts type types category categories area areas group groups reason reasons cause causes caused causing driver drivers example examples quote
  quotes quotation quotations verbatim word words phrase phrases term terms expression detail details info information insight insights
  figure figures number numbers count counts total totals share shares percentage percentages percent proportion proportions fraction
  overall general generally usually typically typical often frequently frequent common commonly commoner commonest popular popularity widespread
  prevalent main major key biggest largest smallest rarest big large small top bottom rank ranking ranked ranks order list lists lists
  know understand see find learn show give tell let help compare compares compared comparing comparison difference differences differ
  differs different differently versus summary summarise summarize overview describe described description explain explanation
  break broken down breakdown split versus contrast time times instance instances case cases part whole entire set here there exactly
  year years resolutionists idea ideas following follow frequency demand bigger larger fewer fewest lowest highest least dominate dominates dominant prevail given stated pick picks choose prefer separates developed based according much likely likelier probable probably significant significantly higher lower greater
  better worse first second third one two three four five single respectively specific specifically particular particularly certain
  headache headaches nuisance nuisances annoyance annoyances hassle hassles grief agony aggravation gripe gripes grievance grievances obstacle
  obstacles hurdle hurdles grumble grumbles grumbling moan moans moaning usual pull fetch portion
  bother bothers bothering annoy annoys annoying frustrate frustrates frustrating irritate irritates irritating upsets gives gave leads
  promise promises promised promising pledge pledges pledged
  generates keener fonder fond stuff dream dreams dreamt dreaming
  contacts happen happens happening skew skews skewed skewing distributed distribution
  pain pains point points together combined altogether sum namely someone thing way ways`);

/** Verbs and adverbs inside a topic that say little of it: they need not stand in a record. */
export const WEAK_WORDS = set(`
  new another someone somebody thing things way ways properly correctly suddenly always often usually already currently actually
  various several certain different whole entire able unable want wanting need needing trying try keep keeps keeping start
  starting starts started begin beginning begins began become becoming becomes became make makes making take takes taking puts have having get getting go going put putting be being do doing
  simply quickly right wrongly wrong finally soon long`);

/** These qualify the word after them, and belong to the topic: "new job", "wrong amount". */
export const QUALITIES = set("new wrong different");
/** These turn what follows in a topic into its opposite. */
export const NEGATIONS = set(
  "no not never without cannot cant wont dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt couldnt wouldnt",
);

/** Asked for as such, these are what goes wrong. */
export const PROBLEMS = set(`
  problem problems issue issues trouble troubles complaint complaints complain complains complaining difficulty
  difficulties pain pains headache headaches nuisance nuisances annoyance annoyances hassle hassles frustration frustrations struggle struggles
  bother bothers bothering annoy annoys annoying frustrate frustrates frustrating irritate irritates irritating upsets grief agony aggravation
  gripe gripes grievance grievances obstacle obstacles hurdle hurdles grumble grumbles grumbling moan moans moaning`);

/** What follows one of these is the topic itself. */
export const TOPIC_MARKERS: readonly Pattern[] = [
  "about the? topic|subject|theme|issue|matter|question of",
  "about|regarding|concerning|surrounding|involving",
  "related|relating|relate|relates to",
  "having to do with",
  "have|has|had|having|got to do with",
  "to do with",
  "with regard|regards|respect to",
  "on the topic|subject|theme|matter|issue of",
  "in terms of",
  "when it comes to",
  "problem|problems|trouble|troubles|issue|issues|difficulty|difficulties|experience|experiences|struggles with",
  "struggle|struggling|struggles|dealing|deal|deals with",
  "refer|refers|referring|touch|touches to|on|upon",
  "talk|talks|talking|speak|speaks|speaking of|on",
  "interested|interest in",
  "more|most|really|deeply into",
  "keen|keener|eager|fond|fonder|crazy|mad|excited|enthusiastic|passionate on|of|about",
  "focus|focuses|focused|focusing on",
  "contact|contacts|contacted|contacting us|you|support? about|because|over|for|regarding|with",
  "reach|reaches|reached|reaching out to? us|you|support|service? about|because|over|for|regarding|with?",
  "get|gets|got|getting in touch with? us|you|support|service? about|because|over|regarding?",
  "write|writes|wrote|call|calls|called|write|email|emails in|us about|because|over|regarding",
].map(pattern);

/** The question is about the words themselves. */
export const LITERAL_MARKERS: readonly Pattern[] = [
  "mention|mentions|mentioned|mentioning|mentionning any|of?",
  "contain|contains|contained|containing the? word|words|phrase|term|expression?",
  "use|uses|using|used|say|says|saying|said|write|writes|include|includes|including|with the exact? word|words|phrase|term|expression",
  "the word|words|phrase|term|terms|expression",
].map(pattern);

/** What follows is left out. */
export const EXCLUSIONS: readonly Pattern[] = [
  "but|and|yet|, not about|regarding|mentioning|including|in|from?",
  "without going|using|having|paying? to|through|via? an|a|any?",
  "but|and|yet|who|that|which have|has nothing to do with",
  "nothing to do with",
  "have|has nothing to do with",
  "unrelated to",
  "but|and|who|that|which|yet? do|does|did|have|has|are|is not|never mention|mentioned|ask|asked|talk|say|want|concern|involve|include|contain|in|from|about about?",
  "but|and|who|that|which|yet? dont|doesnt|didnt|havent|hasnt|arent|isnt|never mention|mentioned|ask|asked|talk|say|want|concern|involve|include|contain|in|from|about about?",
  "but|and|who|that|which|yet? arent|isnt|werent|wasnt speaking|talking|asking|complaining|writing|saying|concerned|interested about|of|in|with|for?",
  "but|and|who|that|which|yet? are|is|were|was not speaking|talking|asking|complaining|writing|saying|concerned|interested about|of|in|with|for?",
  "but|and|who|that|which|yet? say|says|saying|said|mention|mentions|mentioning|write|writes nothing|none about|of|on?",
  "but|and|yet|, nothing|none about|of|on",
  "about|of? neither",
  "without mentioning|any|a|the|including? mention|reference? of|to?",
  "except|excluding|excepting|minus for|from?",
  "other than",
  "if we|you|i drop|exclude|remove|ignore|skip|dropped|excluded|removed|ignored|skipped",
  "if we|you|i leave|take|left|took|put out|away|aside",
  "apart|aside from",
  "leaving|leave|leaves out|aside",
  "not counting|including|about|mentioning|concerning|regarding|from|in",
  "rather|instead than|of",
  "ignoring|ignore",
  "no mention|reference|word of|to|about",
].map(pattern);

/** Beginnings of something asked. */
export const OPENERS: readonly Pattern[] = [
  "how many|much|often|common|frequent|frequently|popular|widespread|prevalent|likely|big|large|do|does|did|is|are",
  "what|whats|which|why|who|where",
  "compare|rank|order|sort|list|summarise|summarize|describe|explain|quote|count|name|contrast",
  "show|give|tell|find|get me|us",
  "show|give|tell|find the|what|how|which|some|a|all|every",
  "do|does|did|are|is|has|have men|women|people|visitors|users|customers|they|more|there|any|subscribers|chats|goals|the|those|most|anyone|many",
  "break|split down|it|this|that|the|them",
  "breakdown of",
  "top",
  "number|share|percentage|proportion of",
  "can|could|would you tell|show|give|list|compare|rank|count|quote|describe|say|break",
  "any examples|quotes|idea|difference",
].map(pattern);

/** These may stand before what is asked and limit it: "among women, how many ...". */
export const QUALIFIERS: readonly Pattern[] = [
  "among|amongst|within|of|in|for|from|regarding|concerning|considering|with|on|only|just|about|across",
  "out of",
  "looking|look at",
  "when it comes to",
  "as for|regards",
  "speaking of",
  "take|consider|assume",
  "if we|you|i drop|exclude|remove|ignore|skip|leave|take|put|left|dropped|excluded|removed|ignored",
  "excluding|without|ignoring|leaving|except|besides|setting|putting",
].map(pattern);
