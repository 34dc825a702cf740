import { CancelledLives } from "./lives/cancelled";
import { InstantLife } from "./lives/instant";
import { SelectedLife } from "./lives/selected";
import { Steps } from "./lives/steps";
import type { Purchases } from "./purchases";
import { once, type World } from "./world";

/** The tasks that a run plays, and what else it does in the marketplace. */
export class Tasks extends Steps {
  readonly selected: SelectedLife;
  readonly instant: InstantLife;
  readonly cancelled: CancelledLives;

  constructor(world: World, purchases: Purchases) {
    super(world, purchases);
    this.selected = new SelectedLife(world, purchases);
    this.instant = new InstantLife(world, purchases);
    this.cancelled = new CancelledLives(world, purchases);
  }

  readonly profile = once(async () => {
    const profile = { displayName: "A conformance run", avatarSeed: String(Date.now()) };
    return { profile, answer: await this.world.signed(this.world.buyer, "/mkt/profile", profile) };
  });
}
