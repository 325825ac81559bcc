import type { CompiledQuery, CompileOptions, ModelIndex, Outcome } from '@orrery/semantic';
import { wordsOf } from '../compile-case.ts';
import type { Rows } from '../truth-rows.ts';
import { answer, type Answer, type WorldQuery } from './answer.ts';
import { compileWorldAt, compileWorldQuery, type Place, run, worldAt } from './ask.ts';
import type { Value, World } from './world.ts';

type Cells = readonly (readonly Value[])[];

/** How an answer differs from that by the definition. */
export interface Difference {
  readonly what: string;
  readonly expected: Cells;
  readonly given: Cells;
  readonly sql?: string;
}

/** Answer to a question, from the planner or from a service. */
export type Given =
  | { readonly ok: false; readonly codes: readonly string[]; readonly words: string }
  | {
      readonly ok: true;
      /** Text that identifies the rows; equal texts have equal rows. */
      readonly text: string;
      readonly names: readonly string[];
      readonly rows: () => Promise<Rows>;
    };

export type Ask = (options: CompileOptions) => Given | Promise<Given>;

/** Asks the place, with the planner's passes and without, and compares with the definition. */
export async function differenceOf(
  place: Place,
  given: World,
  query: WorldQuery,
  known?: ModelIndex,
): Promise<Difference | undefined> {
  const world = worldAt(place, given);
  const model = known ?? (await compileWorldAt(place, world));
  return differenceFrom(answer(world, query), query, (options) =>
    givenBy(compileWorldQuery(place, model, query, options), (compiled) => run(place, compiled)),
  );
}

export function givenBy(outcome: Outcome<CompiledQuery>, rowsOf: (compiled: CompiledQuery) => Promise<Rows>): Given {
  if (!outcome.ok) {
    return { ok: false, codes: outcome.problems.map(({ code }) => code), words: wordsOf(outcome.problems) };
  }
  const { value } = outcome;
  const names = value.columns.map(({ name }) => name);
  return { ok: true, text: value.text, names, rows: () => rowsOf(value) };
}

/** Reasons the definition never names: such a question is unsettled, or refused for another reason as well. */
const neverExpected: readonly string[] = ['plan.shift-beneath'];

/** Codes of refusals for features that only the planner lacks, so there is no answer to compare. */
const beyondThePlanner: readonly string[] = ['plan.stage-dimension-out-of-reach'];

/** @param variants options for the planner's passes; the question runs with each of them */
export async function differenceFrom(
  expected: Answer,
  query: WorldQuery,
  ask: Ask,
  variants: readonly boolean[] = [false, true],
): Promise<Difference | undefined> {
  if (expected.kind === 'unsettled') return undefined;
  const texts = new Set<string>();
  for (const skipsPasses of variants) {
    const answered = await ask({ skipsPasses });
    if (!answered.ok) {
      if (answered.codes.every((code) => beyondThePlanner.includes(code))) continue;
      // An ungrouped query without rows may be refused for missing joins instead.
      const isMeant =
        expected.kind === 'refused' &&
        (query.ungrouped ||
          answered.codes.some((code) => expected.codes.includes(code) || neverExpected.includes(code)));
      if (isMeant) continue;
      const rows = expected.kind === 'rows' ? expected.rows : [];
      return { what: `refused: ${answered.words}`, expected: rows, given: [] };
    }
    const sql = answered.text;
    if (expected.kind === 'refused')
      return { what: `not refused (${expected.codes.join(', ')})`, expected: [], given: [], sql };
    if (texts.has(sql)) continue;
    texts.add(sql);
    const given = typed(await answered.rows(), expected);
    const what =
      answered.names.join() === expected.columns.map(({ name }) => name).join()
        ? unlike(expected, given, query)
        : 'columns';
    if (what) return { what: skipsPasses ? `${what}, without passes` : what, expected: expected.rows, given, sql };
  }
  const isCut = query.limit !== undefined || query.offset !== undefined;
  if (expected.kind !== 'rows' || !isCut) return undefined;
  const counted = await ask({ countsRows: true });
  if (!counted.ok) return { what: `total refused: ${counted.words}`, expected: [], given: [] };
  const [[total] = []] = await counted.rows();
  if (Number(total) === expected.total) return undefined;
  return { what: 'the total', expected: [[expected.total]], given: [[total ?? null]], sql: counted.text };
}

function typed(rows: Rows, { columns }: Extract<Answer, { kind: 'rows' }>): Cells {
  return rows.map((row) =>
    row.map((cell, index) => (columns[index]?.type === 'number' && cell !== null ? Number(cell) : cell)),
  );
}

function unlike(expected: Extract<Answer, { kind: 'rows' }>, given: Cells, query: WorldQuery): string | undefined {
  if (expected.rows.length !== given.length) return 'the number of rows';
  const isCut = query.limit !== undefined || query.offset !== undefined;
  const settled = expected.order.map(({ column }) => column);
  if (expected.order.length > 0) {
    const keys = (rows: Cells) => rows.map((row) => settled.map((column) => row[column] ?? null));
    if (!areAlike(keys(expected.rows), keys(given))) return 'the order, or the values it goes by';
  }
  // Rows that order alike may be cut anywhere between them.
  if (isCut && expected.repeats) return undefined;
  return areAlike(inSomeOrder(expected.rows), inSomeOrder(given)) ? undefined : 'the rows';
}

function inSomeOrder(rows: Cells): Cells {
  const key = (row: readonly Value[]) =>
    JSON.stringify(row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell)));
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function areAlike(a: Cells, b: Cells): boolean {
  return a.every((row, at) => row.every((cell, column) => isAlike(cell, b[at]?.[column] ?? null)));
}

/** Doubles within a billionth: the last digits depend on the way. */
export function isAlike(a: Value, b: Value): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-3);
}
