import {
  bindQuery,
  type BoundQuery,
  compileQuery,
  type Instant,
  openAccess,
  planQuery,
  renderBlock,
  utc,
} from '@orrery/semantic';
import { EngineError } from '@orrery/engines';
import {
  loadParse,
  printQuery,
  splitPrintedQuery,
  type SplitStatement,
  splitStatement,
  StatementRefused,
} from '@orrery/sql';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accept, requireDialect } from './compile-case.ts';
import { FixtureDatabase } from './fixture-database.ts';
import { compileWorld } from './proof/ask.ts';
import { choices } from './proof/choices.ts';
import { now } from './proof/evaluation.ts';
import { randomQuery } from './proof/random-query.ts';
import { withComputedTimes } from './proof/random-computed-times.ts';
import { randomWorld } from './proof/random-world.ts';
import { readQuery } from './read-query.ts';
import type { Parse } from './printed-query.ts';
import { rowsOf } from './rows-of.ts';
import { comparable } from './truth-rows.ts';

/** `npm run prove` asks for more. */
const questions = Number(process.env.ORRERY_PROVE_RUNS ?? 30);
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20240515);
const questionsOfModel = 10;
const patienceMs = 3_600_000;
const dialect = requireDialect('duckdb');

let parse: Parse;
let fixtures: FixtureDatabase;
beforeAll(async () => {
  [parse, fixtures] = await Promise.all([loadParse(), FixtureDatabase.open()]);
});
afterAll(() => fixtures[Symbol.asyncDispose]());

type Model = ReturnType<typeof compileWorld>;

const limits = { defaultLimit: Number.POSITIVE_INFINITY, maxLimit: Number.POSITIVE_INFINITY };
const context = { now: now as Instant, access: openAccess, defaultZone: utc, ...limits };

function sessionIn({ zone }: BoundQuery) {
  const instant = `${new Date(now).toISOString().slice(0, -1).replace('T', ' ')}000+00`;
  return { zone, now: instant, user: 'orrery', database: 'orrery' };
}

/** The statement of DuckDB that a statement over a model becomes. */
function compileStatement(text: string, query: BoundQuery, model: Model) {
  const parsed = parse(text);
  const [statement] = parsed.kind === 'parsed' ? parsed.statements : [];
  if (statement?.kind !== 'select') throw new Error(JSON.stringify(parsed));
  const options = { model, access: openAccess, session: sessionIn(query), dialectOf: () => 'duckdb' };
  return renderSplit(splitStatement(statement.select, options), query, model);
}

function renderSplit(split: SplitStatement, bound: BoundQuery, model: Model) {
  const session = sessionIn(bound);
  const { zone } = session;
  const params: (string | boolean)[] = [];
  const rendered = split.render({
    session,
    block: ({ query, outputs }) => {
      const plan = accept(planQuery(accept(bindQuery({ ...query, timezone: zone }, model, context)), model));
      const { text: sql, columns } = renderBlock(plan, model, dialect, params);
      const shown = outputs.map(({ name }) => columns.find((column) => column.name === name));
      return { text: sql, columns: shown.filter((column) => column !== undefined) };
    },
  });
  return { text: rendered, params };
}

const forms: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `SELECT * FROM (${text}) t`,
  (text) => `WITH t AS (${text}) SELECT * FROM t`,
  (text) => `SELECT * FROM (${text}) t UNION ALL SELECT * FROM (${text}) u WHERE 1 = 0`,
];

it(
  'gives the rows of a query to the SQL that it is printed as, also inside of other SQL',
  async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(choices, async (make) => {
        const world = withComputedTimes(make, randomWorld(make));
        const model = compileWorld(world);
        for (let asked = 0; asked < questionsOfModel; asked++) {
          const read = readQuery(randomQuery(make, world));
          const bound = bindQuery(read, model, context);
          const compiled = bound.ok ? compileQuery(bound.value, model, dialect) : bound;
          if (!bound.ok || !compiled.ok) continue;
          const query = bound.value;
          const isCut = query.limit !== undefined || query.offset > 0;
          if (isCut && (query.isUngrouped || query.order.length === 0)) continue; // any rows will do
          const text = printed(query, model);
          if (text === undefined) continue;
          const columns = compiled.value.columns;
          const isDouble = columns.map(({ type }) => type === 'number');
          const expected = await rowsOf(fixtures.engine, compiled.value).catch(refusedByEngine);
          if (!expected) continue;
          const parts = [
            {
              form: 'unread',
              ...renderSplit(splitPrintedQuery(read, query, model, { text, aliases: 'words' }), query, model),
            },
            ...forms.map((form) => ({ form: form(text), ...compileStatement(form(text), query, model) })),
          ];
          for (const [index, { form, ...statement }] of parts.entries()) {
            const isOrdered = index < 2 && isCut; // ties are ordered where rows are cut off
            const named = columns.map((column, at) => ({ ...column, alias: `r${at + 1}` }));
            const given = await rowsOf(fixtures.engine, { ...statement, columns: named });
            const truth = { rows: expected, isDouble };
            expect(comparable(given, truth, isOrdered), form).toEqual(comparable(expected, truth, isOrdered));
            compared += 1;
          }
        }
      }),
      { numRuns: Math.ceil(questions / questionsOfModel), seed, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(questions);
  },
  patienceMs,
);

/** Windows over too long a time are refused while they run. */
function refusedByEngine(error: unknown): undefined {
  if (!(error instanceof EngineError)) throw error;
}

function printed(query: BoundQuery, model: Model): string | undefined {
  try {
    return printQuery(query, model);
  } catch (error) {
    if (error instanceof StatementRefused) return undefined;
    throw error;
  }
}
