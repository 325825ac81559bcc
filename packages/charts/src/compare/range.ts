import { plainTime, readCivilTime } from '../format/index.ts';

/** A range of a comparison on a clock on the wall, both ends in it, in milliseconds as if it stood in UTC. */
export interface ComparedRange {
  readonly from: number;
  readonly to: number;
  /** For people: `2026`, `2026-05`, `2026-01-05 to 2026-01-11`. */
  readonly label: string;
}

/** @param text as rows of a comparison have it: `2026-01-05T00:00:00.000 - 2026-01-11T23:59:59.999` */
export function readRange(text: string): ComparedRange | undefined {
  const [first, last] = text.split(' - ');
  const [from, to] = [readCivilTime(first), readCivilTime(last)];
  return from === undefined || to === undefined ? undefined : { from, to, label: labelOf(from, to) };
}

function labelOf(from: number, to: number): string {
  const [first, end] = [plainTime(from), plainTime(to + 1)];
  const isOfDays = first.length === dayLength && end.length === dayLength;
  if (!isOfDays) return `${first} to ${plainTime(to)}`;
  const last = plainTime(to + 1 - dayMs);
  if (first.endsWith('-01-01') && end === `${Number(first.slice(0, 4)) + 1}-01-01`) return first.slice(0, 4);
  if (first.endsWith('-01') && end.endsWith('-01') && first.slice(0, 7) === last.slice(0, 7)) return first.slice(0, 7);
  return first === last ? first : `${first} to ${last}`;
}

const dayLength = '2026-01-01'.length;
const dayMs = 86_400_000;
