/** Learns what the words of questions are for from those in dev/reader/questions: `npm run reader:learn`. */
import { writeFileSync } from "node:fs";
import { LEARNT, learntFrom } from "./learnt";
import { trained } from "./crf";
import { questionsMarked } from "./marked";

const questions = questionsMarked().flat();
writeFileSync(LEARNT, `${JSON.stringify({ from: learntFrom(), ...trained(questions) })}\n`);
console.log(`Learnt from ${questions.length} questions: ${LEARNT}`);
