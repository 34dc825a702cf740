import { Feedback } from "./feedback";
import { Purchases } from "./purchases";
import { Tasks } from "./tasks";
import { World } from "./world";

/** One run against one deployment: what is bought and which tasks are played, each once, however many statements look at them. */
export class Run extends World {
  readonly feedback = new Feedback(this.api);
  readonly purchases = new Purchases(this);
  readonly tasks = new Tasks(this, this.purchases);
}
