/** The worker thread that computes answers: a separate file next to the bundle. */
import { Engine } from "../engine/engine";
import { serveEngine } from "./serveEngine";

serveEngine(new Engine());
