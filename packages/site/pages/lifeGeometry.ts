import type { State } from "../../../functions/src/domain/workflow/states";

/** A box's centre in drawing units: three columns and seven rows, to fit a phone. */
export interface Point {
  x: number;
  y: number;
}

export const WIDTH = 360;
const [LEFT, MIDDLE, RIGHT] = [45, 180, 315];
const row = (number: number) => number * 98 - 20;
export const HEIGHT = row(6) + 34;
export const BOX_WIDTH = 88;
/** The distance between an arrow and its reverse. */
const APART = 9;

/** The position of each state; a new state does not compile without one. */
export const PLACES: Record<State, Point> = {
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
export const START: Point = { x: MIDDLE, y: 8 };

/** All steps from one state to another, as one arrow with their numbers. */
export interface Arrow {
  from: State | null;
  to: State;
  numbers: number[];
}

/** The arrows of the steps, which are numbered from 1. */
export function arrowsOf(steps: readonly Omit<Arrow, "numbers">[]): Arrow[] {
  const arrows: Arrow[] = [];
  for (const [index, { from, to }] of steps.entries()) {
    const known = arrows.find((arrow) => arrow.from === from && arrow.to === to);
    if (known) known.numbers.push(index + 1);
    else arrows.push({ from, to, numbers: [index + 1] });
  }
  return arrows;
}

/** An arrow as a path (SVG), and the point where its numbers stand; `heightOf` is the height of a state's box. */
export function lineOf(
  { from, to }: Arrow,
  all: readonly Arrow[],
  heightOf: (state: State) => number,
): { path: string; middle: Point } {
  if (from === to) return loop(to, heightOf(to));
  const goesBack = all.some((other) => other.from === to && other.to === from);
  const [start, end] = [from === null ? START : PLACES[from], PLACES[to]];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const aside = goesBack ? { x: -uy * APART, y: ux * APART } : { x: 0, y: 0 };
  const first = along(start, aside, ux, uy, from === null ? 6 : reach(heightOf(from), ux, uy));
  const last = along(end, aside, -ux, -uy, reach(heightOf(to), ux, uy) + 1);
  return {
    path: `M${at(first)} ${at(last)}`,
    middle: { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 },
  };
}

/** A step that does not change the state: a loop under its box, or to its left where a state stands below. */
function loop(state: State, height: number): { path: string; middle: Point } {
  const { x, y } = PLACES[state];
  if (Object.values(PLACES).some((place) => place.x === x && place.y > y)) {
    const left = x - BOX_WIDTH / 2;
    return { path: `M${left} ${y + 12}h-28v-24h26`, middle: { x: left - 28, y } };
  }
  const bottom = y + height / 2;
  return { path: `M${x - 22} ${bottom}v28h44v-26`, middle: { x, y: bottom + 28 } };
}

/** The distance from a box's centre to its edge in a direction. */
function reach(height: number, ux: number, uy: number): number {
  return Math.min(BOX_WIDTH / 2 / Math.abs(ux || 1e-9), height / 2 / Math.abs(uy || 1e-9));
}

function along({ x, y }: Point, aside: Point, ux: number, uy: number, distance: number): Point {
  return { x: x + aside.x + ux * distance, y: y + aside.y + uy * distance };
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
