/** The worker thread that computes answers: a separate file next to the bundle. */
import { Answering } from "../answering";
import { serve } from "./serve";

serve(new Answering());
