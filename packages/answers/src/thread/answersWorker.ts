/** The worker thread that answers are computed in: a file of its own beside the bundle. */
import { Engine } from "../engine/engine";
import { serveEngine } from "./serveEngine";

serveEngine(new Engine());
