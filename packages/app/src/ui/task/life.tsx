import { EDGES } from "../../../../../functions/src/domain/workflow/edges";
import { STATE_NAMES, STATES, type State } from "../../../../../functions/src/domain/workflow/states";
import {
  arrowsOf,
  BOX_WIDTH,
  HEIGHT,
  lineOf,
  PLACES,
  START,
  WIDTH,
  type Arrow,
} from "../../../../site/pages/lifeGeometry";
import type { Task } from "../../api";
import { words } from "../../lib/text";

const LINE = 14;
const ARROWS = arrowsOf(EDGES);

/** What a state's box says: its name, one word a line, and who must act there. */
const linesOf = (state: State) => [...words(state).split(" "), STATES[state]?.actor ?? "over"];
const heightOf = (state: State) => linesOf(state).length * LINE + 8;

/** The drawing of a task's life, with the way that this task has come and where it is now. */
export function Life({ task }: { task: Task }) {
  const taken = EDGES.filter(({ id }) => id in task.txHashes);
  const passed = new Set<State>([task.state, ...taken.flatMap(({ from, to }) => (from ? [from, to] : [to]))]);
  const isTaken = ({ from, to }: Arrow) => taken.some((edge) => edge.from === from && edge.to === to);
  return (
    <figure>
      <svg class="life" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby="life-title">
        <title id="life-title">{inWords(task.state, passed)}</title>
        <defs>
          {["head", "head-taken"].map((id) => (
            <marker
              key={id}
              id={id}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path d="M0 0 8 4 0 8z" />
            </marker>
          ))}
        </defs>
        <circle class="start" cx={START.x} cy={START.y} r="6" />
        {ARROWS.map((arrow) => (
          <path
            key={`${arrow.from} ${arrow.to}`}
            class={isTaken(arrow) ? "arrow taken" : "arrow"}
            d={lineOf(arrow, ARROWS, heightOf).path}
            marker-end={isTaken(arrow) ? "url(#head-taken)" : "url(#head)"}
          />
        ))}
        {STATE_NAMES.map((state) => (
          <Box
            key={state}
            state={state}
            place={state === task.state ? "now" : passed.has(state) ? "passed" : "ahead"}
          />
        ))}
      </svg>
      <figcaption>
        Where the task is, and the way it has come. <a href="/life">All steps, with who may take them and by when.</a>
      </figcaption>
    </figure>
  );
}

function Box({ state, place }: { state: State; place: "now" | "passed" | "ahead" }) {
  const { x, y } = PLACES[state];
  const lines = linesOf(state);
  const height = heightOf(state);
  const first = y - (lines.length * LINE) / 2 + 10.5;
  return (
    <g class={`state ${place}`}>
      <rect x={x - BOX_WIDTH / 2} y={y - height / 2} width={BOX_WIDTH} height={height} rx="6" />
      {lines.map((text, index) => (
        <text key={text} class={index === lines.length - 1 ? "turn" : "name"} x={x} y={first + index * LINE}>
          {text}
        </text>
      ))}
    </g>
  );
}

function inWords(state: State, passed: ReadonlySet<State>): string {
  const before = STATE_NAMES.filter((name) => passed.has(name) && name !== state).map(words);
  const way = before.length > 0 ? ` It has been: ${before.join(", ")}.` : "";
  return `A task's life. This task is now: ${words(state)}.${way}`;
}
