import type { ModelIndex } from '@orrery/semantic';
import { wordsOf } from '../compile-case.ts';
import type { WorldQuery } from '../proof/answer.ts';
import { compileWorldQuery, type Place } from '../proof/ask.ts';
import { isAlike, type Difference } from '../proof/compare.ts';
import type { Value, World } from '../proof/world.ts';
import { rowsOf } from '../rows-of.ts';
import { type OtherForm, otherForms } from './unchanged.ts';

interface Answered {
  readonly text: string;
  /** By group, cells by the name of the measure; of each row of the group. */
  readonly groups: ReadonlyMap<string, readonly ReadonlyMap<string, Value>[]>;
  readonly count: number;
}

type Asked = Answered | { readonly refused: string };

/** Number of forms that were compared, and of refusals of questions by their code. */
export interface Tally {
  compared: number;
  readonly refused: Map<string, number>;
}

/** Asks a question in every form that means the same, and compares the measures of each group. */
export async function differenceOfForms(
  place: Place,
  world: World,
  given: WorldQuery,
  model: ModelIndex,
  tally?: Tally,
): Promise<Difference | undefined> {
  const { limit: _, offset: __, ungrouped: ___, ...query } = given;
  const base = await ask(place, model, query);
  if ('refused' in base) {
    tally?.refused.set(base.refused, (tally.refused.get(base.refused) ?? 0) + 1);
    return undefined;
  }
  // Several rows of one group are inner rows of a measure, in no order.
  if (base.groups.size < base.count) return undefined;
  for (const form of otherForms(world, query)) {
    const other = await ask(place, model, form.query);
    const difference = unlike(base, other, form);
    if (difference) return difference;
    if (tally) tally.compared += 1;
  }
  return totalOf(place, model, query, base);
}

async function ask(place: Place, model: ModelIndex, query: WorldQuery): Promise<Asked> {
  const compiled = compileWorldQuery(place, model, query, {});
  if (!compiled.ok) return { refused: compiled.problems.map(({ code }) => code).join() };
  const { columns, text } = compiled.value;
  const rows = await rowsOf(place.engine, compiled.value);
  const groups = new Map<string, ReadonlyMap<string, Value>[]>();
  const measures = new Set(query.measures);
  for (const row of rows) {
    const key = JSON.stringify(row.filter((_, at) => !measures.has(columns[at]?.name ?? '')));
    const cells = new Map<string, Value>();
    for (const [at, { name, type }] of columns.entries()) {
      const cell = row[at] ?? null;
      if (measures.has(name)) cells.set(name, type === 'number' ? numberOr(cell) : cell);
    }
    groups.set(key, [...(groups.get(key) ?? []), cells]);
  }
  return { text, groups, count: rows.length };
}

/** Measures of times have the type of numbers too. */
function numberOr(cell: string | boolean | null): Value {
  return typeof cell === 'string' && !Number.isNaN(Number(cell)) ? Number(cell) : cell;
}

function unlike(base: Answered, other: Asked, { what, query, fold }: OtherForm): Difference | undefined {
  const differs = (
    cells: { readonly expected?: readonly Value[]; readonly given?: readonly Value[] },
    more: string,
  ) => ({
    what: `${what}: ${more}`,
    expected: cells.expected ? [cells.expected] : [],
    given: cells.given ? [cells.given] : [],
    ...('text' in other ? { sql: `${base.text}\n--- and\n${other.text}` } : { sql: base.text }),
  });
  if ('refused' in other) return differs({}, `refused with ${other.refused}`);
  for (const [key, [cells = new Map<string, Value>()]] of base.groups) {
    const rows = other.groups.get(key);
    for (const name of query.measures) {
      const expected = cells.get(name) ?? null;
      const isNothing = expected === null || expected === 0;
      // A group that only another measure has rows in is not there without that measure, nor is the whole of no rows.
      if (!rows && isNothing && (fold || query.measures.length < cells.size)) continue;
      if (!rows) return differs({ expected: [key, expected] }, `${name} of a group is missing`);
      const all = rows.map((row) => row.get(name) ?? null);
      const seen = fold ? (fold.get(name)?.(all) ?? null) : (all[0] ?? null);
      if (isAlike(expected, seen) && (fold || all.length === 1)) continue;
      return differs({ expected: [key, expected], given: [key, seen] }, name);
    }
  }
  for (const key of other.groups.keys()) if (!base.groups.has(key)) return differs({ given: [key] }, 'another group');
  return undefined;
}

async function totalOf(
  place: Place,
  model: ModelIndex,
  query: WorldQuery,
  { count }: Answered,
): Promise<Difference | undefined> {
  const compiled = compileWorldQuery(place, model, query, { countsRows: true });
  if (!compiled.ok) return { what: `total refused: ${wordsOf(compiled.problems)}`, expected: [], given: [] };
  const [[total] = []] = await rowsOf(place.engine, compiled.value);
  if (Number(total) === count) return undefined;
  return { what: 'the total', expected: [[count]], given: [[total ?? null]], sql: compiled.value.text };
}
