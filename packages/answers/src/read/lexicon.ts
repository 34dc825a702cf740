const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** Words that hold a question together and never carry a topic: what English has of these is few, and all of them. */
export const FUNCTION_WORDS = set(`
  evidence source actually without end ends ended myself yourself yourselves himself herself itself ourselves themselves oneself mine yours hers ours none whoever whomever whatever
  whichever whenever wherever unless until till whereas lest during throughout toward towards along alongside amid beside besides
  beneath underneath within regardless notwithstanding concerning considering through after before behind near
  rather instead otherwise therefore thus hence however moreover furthermore nevertheless nonetheless meanwhile likewise altogether
  almost nearly quite somewhat enough plenty several ever soon sooner later afterwards afterward beforehand ago anyway anyhow
  theyve theyll theyd youve youre youll youd weve hes shes hed itll itd thatll thatd wholl whod whove therell away outright
  left remain remaining once put called counting counted somehow everywhere nowhere somewhere anywhere apart indeed else ahead aside forward forth backwards forwards next previous former latter
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
  prevalent main major key biggest largest smallest rarest big top bottom rank ranking ranked ranks order list lists lists
  know understand see find learn show give tell let help compare compares compared comparing comparison difference differences differ
  differs different differently versus summary summarise summarize overview describe described description explain explanation
  break broken down breakdown split versus contrast time times instance instances case cases part whole entire set here there exactly
  year years resolutionists idea ideas following follow frequency demand bigger larger fewer fewest lowest highest least dominate dominates dominant prevail given stated pick picks choose prefer separates developed based according much likely likelier probable probably significant significantly higher lower greater
  better worse first second third one two three four five single respectively specific specifically particular particularly certain
    nuisance nuisances annoyance annoyances hassle hassles   aggravation gripe gripes grievance grievances obstacle
  obstacles hurdle hurdles grumble grumbles grumbling moan moans moaning usual pull fetch portion
  bother bothers bothering annoy annoys annoying frustrate frustrates frustrating irritate irritates irritating upsets gives gave leads
  promise promises promised promising pledge pledges pledged
  generates keener fonder fond stuff dream dreams dreamt dreaming
  contacts happen happens happening skew skews skewed skewing distributed distribution
  management organisation organization considered consider choice according true false happened blame blamed blames blaming    wat r sayin rn last month before earlier ago worth popular peak peaked start started better worse worst best  differently view views see sees toward bugging compare compares compared ones least most biggest getting got say saying said feel feels feeling feelings decade decades year years day days average mean spread stars star rate rates rated rating ratings score scores scored score total both either instead mentioning complaints complaint complain complains complaining hate hates love loves like unhappy happy angry negative positive bad good great problem fix fixed improve invest prioritise prioritize first budget recommend
  blank blanks empty percent
  point points together combined altogether sum namely someone thing way ways`);

/** Frame words that say what is felt: whoever speaks of something need not feel it. */
export const FEELING_WORDS = set(`
  angry happy unhappy annoyed annoying frustrated frustrating irritated irritating upsets complain complains complained complaining complaint complaints
  hate hates hating love loves negative positive`);

/** Words that ask for what there is, and carry no topic; the models learnt of them as of any other word. */
export const ASKING_WORDS = set(`
  trend trends pattern patterns rundown gist takeaway takeaways highlight highlights headline headlines make makes making made`);
