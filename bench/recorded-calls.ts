import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsIn, type CallsByRequest } from './trace-requests.ts';
import type { Calls } from './server-process.ts';

const file = join(import.meta.dirname, 'recorded-calls.json');

/** By the name of a request and the path of a file: its functions, each with the number of its calls, `name 2, other 1`. */
type RecordedCalls = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Writes the calls that later runs are compared with. */
export function recordCalls(traced: CallsByRequest): void {
  const recorded: RecordedCalls = Object.fromEntries(
    Object.entries(traced).map(([name, ran]) => [
      name,
      Object.fromEntries(
        Object.entries(ran)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([path, functions]) => [path, functions.map((one) => `${one.name} ${one.calls}`).join(', ')]),
      ),
    ]),
  );
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
}

export function readRecordedCalls(): CallsByRequest {
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as RecordedCalls; // written by `recordCalls`
  return Object.fromEntries(
    Object.entries(recorded).map(([name, files]) => [
      name,
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.split(', ').map(readOne)])),
    ]),
  );
}

function readOne(text: string) {
  const end = text.lastIndexOf(' ');
  return { name: text.slice(0, end), calls: Number(text.slice(end + 1)) };
}

/** Calls may differ by this ratio of the recorded ones; twenty runs on a busy machine differed by 0.0006 at most. */
const mostDifference = 0.02;
/** Two resumed functions may differ for a short request, whatever their ratio is. */
const fewCalls = 2;

/** @returns `undefined` when the calls are near the recorded ones, else a sentence with the functions that differ most */
export function differenceOf(name: string, ran: Calls, recorded: Calls): string | undefined {
  const [now, before] = [callsIn(ran), callsIn(recorded)];
  if (Math.abs(now - before) <= Math.max(before * mostDifference, fewCalls)) return undefined;
  const [counts, known] = [countsOf(ran), countsOf(recorded)];
  const changes = [...new Set([...counts.keys(), ...known.keys()])]
    .map((one) => ({ one, was: known.get(one) ?? 0, is: counts.get(one) ?? 0 }))
    .filter(({ was, is }) => (now > before ? is > was : is < was))
    .toSorted((a, b) => Math.abs(b.is - b.was) - Math.abs(a.is - a.was));
  const lines = changes.slice(0, mostShown).map(({ one, was, is }) => `  ${one}: ${was} -> ${is}`);
  const rest = changes.length > mostShown ? [`  and ${changes.length - mostShown} other functions`] : [];
  return [
    `${name}: ${before} calls of functions were recorded, and ${now} were counted:`,
    ...lines,
    ...rest,
    'If they are meant, `npm run trace -- --record` records them anew.',
  ].join('\n');
}

const mostShown = 30;

function countsOf(ran: Calls): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [path, functions] of Object.entries(ran)) {
    for (const { name, calls } of functions)
      counts.set(`${path} ${name}`, (counts.get(`${path} ${name}`) ?? 0) + calls);
  }
  return counts;
}
