import { dayMs, secondMs } from './clock.ts';
import type { Instant, Zone } from './instant.ts';

/** From `at` on, the zone's clocks are `offsetMs` ahead of UTC. */
export interface Transition {
  readonly at: Instant;
  readonly offsetMs: number;
}

export interface ZoneYear {
  /** The offset in force when the UTC year starts. */
  readonly startOffsetMs: number;
  /** Later than the start of the UTC year, up to and with the start of the next one; ascending. */
  readonly transitions: readonly Transition[];
}

/**
 * Two changes that cancel each other are invisible to samples further apart. The closest such pair since 1900 lies
 * 4.0 days apart (Africa/Freetown, September 1939), since 1970 it is 7 days (America/Recife, October 2000).
 */
function sampleStepMs(year: number): number {
  return (year < 1970 ? 3 : 6) * dayMs;
}

/** Years of zones to remember: one zone's whole history takes some hundreds, a year some hundred bytes. */
const maxRememberedYears = 20_000;

interface ZoneMemory {
  readonly format: Intl.DateTimeFormat;
  readonly years: Map<number, ZoneYear>;
}

/** Transitions that were computed before. They never change while the process runs, so the cache is not observable. */
const memory = new Map<Zone, ZoneMemory>();
let rememberedYears = 0;

/**
 * Returns the transitions of a zone in a year. Cost without the cache: up to 0.1 ms for a year since 1970, else 0.2 ms.
 */
export function zoneYear(zone: Zone, year: number): ZoneYear {
  const known = memory.get(zone)?.years.get(year);
  if (known) return known;
  if (rememberedYears >= maxRememberedYears) {
    memory.clear();
    rememberedYears = 0;
  }
  const { format, years } = memory.get(zone) ?? remember(zone);
  const found = findTransitions(format, year);
  years.set(year, found);
  rememberedYears += 1;
  return found;
}

function remember(zone: Zone): ZoneMemory {
  // The year keeps the text short: a time zone name alone brings the whole date with it.
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset', year: 'numeric' });
  const fresh: ZoneMemory = { format, years: new Map() };
  memory.set(zone, fresh);
  return fresh;
}

function findTransitions(format: Intl.DateTimeFormat, year: number): ZoneYear {
  const start = new Date(0).setUTCFullYear(year, 0, 1);
  const end = new Date(0).setUTCFullYear(year + 1, 0, 1);
  const stepMs = sampleStepMs(year);
  const startOffsetMs = readOffset(format, start);
  const transitions: Transition[] = [];
  let before = { time: start, offsetMs: startOffsetMs };
  while (before.time < end) {
    const time = Math.min(before.time + stepMs, end);
    const offsetMs = readOffset(format, time);
    if (offsetMs !== before.offsetMs) transitions.push(...bisect(format, before, { time, offsetMs }));
    before = { time, offsetMs };
  }
  return { startOffsetMs, transitions };
}

interface OffsetSample {
  readonly time: number;
  readonly offsetMs: number;
}

/** The changes between two samples, to the second; one, unless the offset in the middle is a third one. */
function bisect(format: Intl.DateTimeFormat, low: OffsetSample, high: OffsetSample): Transition[] {
  if (high.time - low.time <= secondMs) return [{ at: high.time as Instant, offsetMs: high.offsetMs }];
  const time = low.time + Math.floor((high.time - low.time) / (2 * secondMs)) * secondMs;
  const middle = { time, offsetMs: readOffset(format, time) };
  return [
    ...(middle.offsetMs === low.offsetMs ? [] : bisect(format, low, middle)),
    ...(middle.offsetMs === high.offsetMs ? [] : bisect(format, middle, high)),
  ];
}

const offsetText = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** @param time milliseconds since the epoch */
function readOffset(format: Intl.DateTimeFormat, time: number): number {
  const text = format.format(time);
  const match = offsetText.exec(text);
  if (!match) throw new Error(`the runtime shows an offset as '${text}'`);
  const [, sign, hours, minutes, seconds] = match;
  if (sign === undefined) return 0;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) * secondMs;
  return sign === '-' ? -size : size;
}
