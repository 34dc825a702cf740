import { MARK } from "./snapshot";

/** How texts give a reason, tell of a problem, and wish for something. Each list is read as whole words. */
const REASON =
  /\b(?:because|cause|cuz|cos|bc|since|so that|so i can|in order to|due to|that'?s why|as i (?:am|have|need|want)|the reason|thanks to)\b/i;
const PROBLEM =
  /\b(?:can'?t|cannot|can not|couldn'?t|could not|won'?t|wouldn'?t|doesn'?t|didn'?t|isn'?t|wasn'?t|hasn'?t|haven'?t|not (?:work\w*|able|receiv\w+|show\w*|arriv\w+|accept\w*|allow\w*|let\w*|go\w*|load\w*)|unable|declin\w+|reject\w*|refus\w+|fail\w*|errors?|wrong\w*|problems?|issues?|trouble|broken?|stuck|lost|stolen|missing|delay\w*|late|cancel(?:l?ed)?|still (?:not|waiting|pending|no)|pending|waiting|never (?:arriv\w+|receiv\w+|got|came)|blocked|disappear\w*|crash\w*|terrible|worst|awful|bad|rude|poor|struggl\w+|hate|stop|quit)\b/i;
const WISH =
  /\b(?:want(?:s|ed)?|wanna|wish\w*|hop(?:e|es|ing)|would like|i'?d like|i'?d love|would love|need(?:s|ed)?|looking for|look(?:ing)? forward|can i|could (?:i|you)|may i|is it possible|possible to|plan(?:ning)? to|going to|gonna|dream\w*|please)\b/i;

const PRAISE =
  /\b(?:love[sd]?|loving|great|best|awesome|excellent|amazing|fantastic|wonderful|perfect|friendly|helpful|kind|polite|delicious|enjoy\w*|happy|pleased|impressed|recommend\w*|thank\w*|appreciat\w*|favou?rite|clean|good)\b/i;
const NOT_PRAISE = /\b(?:not|no|never|isn'?t|wasn'?t|don'?t|didn'?t|worst|terrible|horrible|awful|rude|bad)\b/i;

/** What a text does, as bits. */
export const marksOf = (text: string): number =>
  (REASON.test(text) ? MARK.reason : 0) |
  (PROBLEM.test(text) ? MARK.problem : 0) |
  (WISH.test(text) ? MARK.wish : 0) |
  (PRAISE.test(text) && !NOT_PRAISE.test(text) ? MARK.praise : 0);
