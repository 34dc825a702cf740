import type { State } from "../../../functions/src/domain/workflow/states";
import type { StepRow } from "../../../functions/src/catalogue/workflow";
import { stateRows, type StateRow } from "../states";
import { escape } from "./page";

/** A box's centre in drawing units: three columns and seven rows, to fit a phone. */
interface Point {
  x: number;
  y: number;
}

const WIDTH = 360;
const [LEFT, MIDDLE, RIGHT] = [45, 180, 315];
const row = (number: number) => number * 98 - 20;
const HEIGHT = row(6) + 34;
const BOX_WIDTH = 88;
const LINE = 14;
/** The distance between an arrow and its reverse. */
const APART = 9;

/** The position of each state; a new state does not compile without one. */
const PLACES: Record<State, Point> = {
  FUNDED: { x: MIDDLE, y: row(1) },
  CANCELLED: { x: RIGHT, y: row(1) },
  EXPIRED: { x: LEFT, y: row(2) },
  STARTED: { x: MIDDLE, y: row(2) },
  CHANGES_REQUESTED: { x: LEFT, y: row(3) },
  SUBMITTED: { x: MIDDLE, y: row(3) },
  APPROVED: { x: LEFT, y: row(4) },
  REJECTED: { x: RIGHT, y: row(4) },
  REFUNDED: { x: MIDDLE, y: row(5) },
  DISPUTED: { x: RIGHT, y: row(5) },
  RESOLVED: { x: RIGHT, y: row(6) },
};

/** Before a task there is only a dot. */
const START: Point = { x: MIDDLE, y: 8 };

/** All steps from one state to another, as one arrow with their numbers. */
interface Arrow {
  from: State | null;
  to: State;
  numbers: number[];
}

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

function arrowsOf(steps: readonly StepRow[]): Arrow[] {
  const arrows: Arrow[] = [];
  for (const [index, { from, to }] of steps.entries()) {
    const known = arrows.find((arrow) => arrow.from === from && arrow.to === to);
    if (known) known.numbers.push(index + 1);
    else arrows.push({ from, to, numbers: [index + 1] });
  }
  return arrows;
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
  const { from, to, numbers } = arrow;
  if (from === to) return loop(to, numbers);
  const goesBack = all.some((other) => other.from === to && other.to === from);
  const [start, end] = [from === null ? START : PLACES[from], PLACES[to]];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const aside = goesBack ? { x: -uy * APART, y: ux * APART } : { x: 0, y: 0 };
  const first = along(start, aside, ux, uy, from === null ? 6 : reach(from, ux, uy));
  const last = along(end, aside, -ux, -uy, reach(to, ux, uy) + 1);
  const path = `<path class="arrow" d="M${at(first)} ${at(last)}" marker-end="url(#head)"/>`;
  return path + badge({ x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 }, numbers);
}

/** A step that does not change the state: a loop under its box, or to its left where a state stands below. */
function loop(state: State, numbers: readonly number[]): string {
  const { x, y } = PLACES[state];
  if (Object.values(PLACES).some((place) => place.x === x && place.y > y)) {
    const left = x - BOX_WIDTH / 2;
    return `<path class="arrow" d="M${left} ${y + 12}h-28v-24h26" marker-end="url(#head)"/>${badge({ x: left - 28, y }, numbers)}`;
  }
  const bottom = y + (HEIGHTS.get(state) ?? 0) / 2;
  return `<path class="arrow" d="M${x - 22} ${bottom}v28h44v-26" marker-end="url(#head)"/>${badge({ x, y: bottom + 28 }, numbers)}`;
}

/** The distance from a box's centre to its edge in a direction. */
function reach(state: State, ux: number, uy: number): number {
  return Math.min(BOX_WIDTH / 2 / Math.abs(ux || 1e-9), (HEIGHTS.get(state) ?? 0) / 2 / Math.abs(uy || 1e-9));
}

function along({ x, y }: Point, aside: Point, ux: number, uy: number, distance: number): Point {
  return { x: x + aside.x + ux * distance, y: y + aside.y + uy * distance };
}

function badge({ x, y }: Point, numbers: readonly number[]): string {
  const text = numbers.join(", ");
  const width = 9 + text.length * 5.8;
  return `<rect class="badge" x="${round(x - width / 2)}" y="${round(y - 8)}" width="${round(width)}" height="16" rx="8"/><text class="number" x="${round(x)}" y="${round(y + 4)}">${text}</text>`;
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
