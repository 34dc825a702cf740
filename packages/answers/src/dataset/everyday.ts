/** Lists of words, "|" between the lists; "_" joins the words of a phrase. */
const lists = (written: string): readonly (readonly string[])[] =>
  written.split("|").map((list) =>
    list
      .trim()
      .split(/\s+/)
      .map((one) => one.replaceAll("_", " ")),
  );

/** Words of everyday use that mean the same of some things ("close an account"); the data must confirm each use. */
export const SAME_OF_SOME = lists(`
  close delete terminate deactivate shut|quit stop give_up|price cost fee|fee charge|lost missing|
  arrive receive deliver|reject decline refuse|fix repair solve|begin start|exercise workout train|lose shed drop|
  travel trip|help assist support|wrong incorrect|buy purchase|overseas abroad|holiday vacation|
  information info details|limit maximum restriction|cash money|healthy better right clean|swear curse cuss|
  smoke cigarette|verify prove confirm validate check|cancel stop revert undo reverse|block freeze lock|
  delay late pending|organize declutter tidy|identity id|quit leave resign|twice double duplicate|kind nice|
  house home|fast quick|error bug crash glitch fault|meeting appointment|company business firm|pay salary wage|
  teach train|grow expand scale`);

/** Words that say the same of anything: they count for each other unless the data uses them quite differently. */
export const SAME = lists(`
  kid child|kinder nicer|film movie|photo picture pic|holiday vacation|abroad overseas|incorrect wrong|
  delay late overdue|broken damaged faulty defective|angry furious annoyed|
  worried nervous afraid scared anxious concerned|robbed mugged|stolen theft|somebody someone|purchase buy|
  car vehicle|job career|employee staff|lawyer attorney|doctor physician|wealthy rich|swear curse cuss|resign quit|
  marriage wedding|pregnant pregnancy|workout exercise|website site|smartphone phone|application app|
  wage salary paycheck|privacy private confidential|fraud scam|unsubscribe cancel|toilet bathroom washroom restroom lavatory|drink beverage|wifi internet|expensive pricey costly|
  alcohol booze liquor|company firm|friend mate pal buddy|argument quarrel|chatbot bot|resume cv`);

/** What people wish each other, whatever they speak of. */
export const WISHES: readonly string[] =
  lists(`Happy_New_Year|Happy_birthday|Happy_Christmas|Happy_holidays|Happy_Thanksgiving|Happy_Easter|Happy_weekend|
  Happy_Friday|Merry_Christmas|Good_luck|Good_morning|Good_afternoon|Good_evening|Good_night|Good_day|
  Nice_day|Great_day|Best_wishes|Best_regards|Kind_regards|Warm_regards|God_bless`).flat();

/** Phrases that mean what one word does. */
export const PHRASES: Readonly<Record<string, string>> = {
  "work out": "exercise",
  "keep fit": "exercise",
  "sign up": "register",
  "cell phone": "mobile",
  "get married": "wedding",
  "give birth": "baby",
  "have a baby": "baby",
  "put off": "procrastinate",
  "fall asleep": "sleep",
  "mobile phone": "phone",
  "payment card": "card",
  "fizzy drink": "soda",
  "soft drink": "soda",
};

/** What belongs to a group that people call by its name or by one of these. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "social media": [
    "facebook",
    "twitter",
    "instagram",
    "snapchat",
    "tumblr",
    "tiktok",
    "linkedin",
    "pinterest",
    "reddit",
    "fb",
  ],
  religion: ["god", "church", "jesus", "christ", "bible", "faith", "pray", "christian"],
  partner: ["girlfriend", "boyfriend", "husband", "wife", "spouse", "soulmate", "marry"],
  delay: ["pending", "waiting"],
  price: ["cost", "expensive", "cheap", "pricing"],
  withdrawal: ["ATM"],
  identity: ["ID", "passport"],
  exercise: ["gym", "workout", "walk", "jog", "run", "hike", "swim", "bike", "yoga"],
  alcohol: ["beer", "wine", "drunk", "sober", "vodka", "booze"],
  privacy: ["GDPR"],
  vehicle: ["car", "truck", "motorbike", "motorcycle"],
  sport: ["football", "soccer", "basketball", "baseball", "tennis", "golf", "hockey"],
  education: ["school", "college", "university", "degree"],
  debt: ["loan"],
  luggage: ["bag", "suitcase"],
  queue: ["line", "wait"],
  weather: ["rain", "snow", "storm", "fog", "wind", "sunny", "thunderstorm", "heat"],
  staff: ["employee", "crew", "cashier", "attendant", "waiter", "waitress", "receptionist"],
  family: [
    "mother",
    "father",
    "mom",
    "dad",
    "parent",
    "sister",
    "brother",
    "son",
    "daughter",
    "husband",
    "wife",
    "child",
    "kid",
    "grandmother",
    "grandfather",
    "aunt",
    "uncle",
    "cousin",
    "niece",
    "nephew",
  ],
  child: ["son", "daughter", "baby", "toddler"],
  food: [
    "meal",
    "breakfast",
    "lunch",
    "dinner",
    "restaurant",
    "cook",
    "eat",
    "pizza",
    "burger",
    "chicken",
    "cake",
    "chocolate",
  ],
  nature: ["garden", "flower", "tree", "beach", "mountain", "lake", "sunset", "sunrise", "bird", "forest"],
  money: ["cash", "pay", "salary", "bonus", "raise"],
  birth: ["born", "baby", "pregnant"],
  wife: ["wives"],
  pet: ["dog", "puppy", "cat", "kitten"],
  instrument: ["guitar", "piano", "drums", "violin", "ukulele", "bass", "cello"],
  language: ["spanish", "french", "german", "italian", "english", "japanese", "chinese", "portuguese"],
};
