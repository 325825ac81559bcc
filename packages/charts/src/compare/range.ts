import { bucketStart, plainTime, readCivilTime } from '../format/index.ts';

/** A range of a comparison on a clock on the wall, both ends in it, in milliseconds as if it stood in UTC. */
export interface ComparedRange {
  readonly from: number;
  readonly to: number;
  /** The end of the range of which this is a part; its own end, where it is whole. */
  readonly wholeTo: number;
  /** Whether more of it was to come after the minute in which the rows were read: it was not cut where it is over. */
  readonly goesOn: boolean;
  /** The label that people read: `2026`, `2026-05`, `2026-01-05 to 2026-01-11`, `2026-11 so far, 19 of 30 days`. */
  readonly label: string;
}

interface About {
  readonly wholeText: string | undefined;
  /** When the rows were read. */
  readonly asOf: string | undefined;
}

/** @param text as rows of a comparison have it: `2026-01-05T00:00:00.000 - 2026-01-11T23:59:59.999` */
export function readRange(text: string, { wholeText, asOf }: About): ComparedRange | undefined {
  const [from, to] = endsOf(text);
  if (from === undefined || to === undefined) return undefined;
  const [, end] = endsOf(wholeText ?? text);
  const wholeTo = end ?? to;
  const now = readCivilTime(asOf) ?? Number.NEGATIVE_INFINITY;
  // As ranges are cut: the minute that has begun counts, so that the last one has nothing after it.
  const goesOn = wholeText === undefined && from <= now && bucketStart(now, 'minute') + minuteMs <= to;
  const isOpen = from <= now && now < wholeTo;
  const part = goesOn ? now : to < wholeTo ? to : undefined;
  const words = part === undefined ? '' : `${isOpen ? ' so far' : ''}, ${partOf(from, part, wholeTo)}`;
  return { from, to, wholeTo, goesOn, label: `${labelOf(from, wholeTo)}${words}` };
}

/** Whether more of a range was left out, or was to come. */
const isPart = ({ to, wholeTo, goesOn }: ComparedRange): boolean => goesOn || to < wholeTo;

/**
 * Whether what there is of two ranges may be compared: all of both, parts that were cut alike, or a part and all of a range
 * that has no more than it. 30 days of March are compared with all of February, ten days are not.
 */
export function areAlikeRanges(one: ComparedRange, other: ComparedRange): boolean {
  if (isPart(one) === isPart(other)) return !one.goesOn && !other.goesOn;
  const [part, whole] = isPart(one) ? [one, other] : [other, one];
  return !part.goesOn && whole.to - whole.from <= part.to - part.from;
}

function endsOf(text: string): readonly (number | undefined)[] {
  return text.split(' - ').map(readCivilTime);
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const units = [
  { name: 'days', ms: dayMs },
  { name: 'hours', ms: 3_600_000 },
  { name: 'minutes', ms: minuteMs },
] as const;

/** How much of a range there is: `19 of 30 days`. A day that has begun counts. */
function partOf(from: number, to: number, wholeTo: number): string {
  const length = wholeTo + 1 - from;
  const { name, ms } = units.find((unit) => length > 2 * unit.ms) ?? { name: 'minutes', ms: minuteMs };
  return `${Math.ceil((to - from) / ms) || 1} of ${Math.ceil(length / ms)} ${name}`;
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
