/** Words of everyday use that mean the same of some things ("close an account"); the data must confirm each use. */
export const SAME_OF_SOME: readonly (readonly string[])[] = [
  ["close", "delete", "terminate", "deactivate", "shut"],
  ["quit", "stop", "give up"],
  ["price", "cost", "fee"],
  ["fee", "charge"],
  ["lost", "missing"],
  ["arrive", "receive", "deliver"],
  ["reject", "decline", "refuse"],
  ["fix", "repair", "solve"],
  ["begin", "start"],
  ["exercise", "workout", "train"],
  ["lose", "shed", "drop"],
  ["travel", "trip"],
  ["help", "assist", "support"],
  ["wrong", "incorrect"],
  ["buy", "purchase"],
  ["overseas", "abroad"],
  ["holiday", "vacation"],
  ["information", "info", "details"],
  ["limit", "maximum", "restriction"],
  ["cash", "money"],
];

/** Phrases that mean what one word does. */
export const PHRASES: Readonly<Record<string, string>> = {
  "cash machine": "atm",
  "cash point": "atm",
  "hole in the wall": "atm",
  "money back": "refund",
  "work out": "exercise",
  "keep fit": "exercise",
  "sign up": "register",
  "cell phone": "mobile",
  "get married": "wedding",
  "give birth": "baby",
  "have a baby": "baby",
  "shed pounds": "lose weight",
  "lose pounds": "lose weight",
  "drop pounds": "lose weight",
  "put off": "procrastinate",
  "fall asleep": "sleep",
  "mobile phone": "phone",
  "payment card": "card",
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
};
