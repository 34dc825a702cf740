import type { State } from "../../../functions/src/domain/workflow/states";
import type { StepRow } from "../../../functions/src/catalogue/workflow";
import { stateRows, type StateRow } from "../states";
import {
  arrowsOf,
  BOX_WIDTH,
  HEIGHT,
  lineOf,
  PLACES,
  round,
  START,
  WIDTH,
  type Arrow,
  type Point,
} from "./lifeGeometry";
import { escape } from "./page";

const LINE = 14;

/** The human-readable name of a state. */
export function stateName(state: State): string {
  return state.charAt(0) + state.slice(1).toLowerCase().replaceAll("_", " ");
}

/**
 * The states and steps as a drawing (SVG) in the page's colours; the steps' numbers are their positions in the list.
 */
export function lifeDiagram(steps: readonly StepRow[]): string {
  const arrows = arrowsOf(steps);
  return `<svg class="life" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="life-title life-text">
<title id="life-title">States of a task and the steps between them</title>
<desc id="life-text">${escape(inWords(arrows))}</desc>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>
<circle class="start" cx="${START.x}" cy="${START.y}" r="6"/>
${arrows.map((arrow) => drawArrow(arrow, arrows)).join("\n")}
${stateRows().map(drawState).join("\n")}
</svg>`;
}

/** A text alternative for the drawing. */
function inWords(arrows: readonly Arrow[]): string {
  const sentences = arrows.map(({ from, to, numbers }) => {
    const steps = `step${numbers.length > 1 ? "s" : ""} ${numbers.join(" and ")}`;
    if (from === null) return `A task begins as ${stateName(to)} (${steps}).`;
    return from === to
      ? `${stateName(from)} stays unchanged (${steps}).`
      : `${stateName(from)} leads to ${stateName(to)} (${steps}).`;
  });
  return `${sentences.join(" ")} The steps are listed by number next to the drawing.`;
}

function drawState(row: StateRow): string {
  const { x, y } = PLACES[row.state];
  const lines = linesOf(row);
  const first = y - (lines.length * LINE) / 2 + 10.5;
  const texts = lines.map(
    ({ kind, text }, index) => `<text class="${kind}" x="${x}" y="${first + index * LINE}">${escape(text)}</text>`,
  );
  const height = heightOf(row);
  return `<g class="state ${row.actor ?? "over"}"><rect x="${x - BOX_WIDTH / 2}" y="${y - height / 2}" width="${BOX_WIDTH}" height="${height}" rx="6"/>${texts.join("")}</g>`;
}

/** A state's name, one word per line; below it the party that must act, and the deadline. */
function linesOf({ state, actor, deadline }: StateRow): { kind: string; text: string }[] {
  const under = actor === null || deadline === null ? ["over"] : [actor, deadline];
  return [
    ...stateName(state)
      .split(" ")
      .map((text) => ({ kind: "name", text })),
    ...under.map((text) => ({ kind: "turn", text })),
  ];
}

function heightOf(row: StateRow): number {
  return linesOf(row).length * LINE + 8;
}

const HEIGHTS: ReadonlyMap<State, number> = new Map(stateRows().map((row) => [row.state, heightOf(row)]));

function drawArrow(arrow: Arrow, all: readonly Arrow[]): string {
  const { path, middle } = lineOf(arrow, all, (state) => HEIGHTS.get(state) ?? 0);
  return `<path class="arrow" d="${path}" marker-end="url(#head)"/>${badge(middle, arrow.numbers)}`;
}

function badge({ x, y }: Point, numbers: readonly number[]): string {
  const text = numbers.join(", ");
  const width = 9 + text.length * 5.8;
  return `<rect class="badge" x="${round(x - width / 2)}" y="${round(y - 8)}" width="${round(width)}" height="16" rx="8"/><text class="number" x="${round(x)}" y="${round(y + 4)}">${text}</text>`;
}
