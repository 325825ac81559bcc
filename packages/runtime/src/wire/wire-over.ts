import { shownLiteral } from '@orrery/kernel';
import { keptPlaces } from '../question/index.ts';
import { placedStatement } from '../statement/index.ts';
import { StatementInvalid } from '../statement/index.ts';
import { changeTemporary } from './change-temporary.ts';
import { connectionFacts } from './connection-facts.ts';
import { columnsOfExplain, explainRows, type RanOnce } from './explain-wire.ts';
import type { WireDependencies } from './load-wire.ts';
import { readAll } from './read-wire.ts';
import { columnsOfEnding, endingSelect, endSessions } from './end-sessions.ts';
import { formatsOf, runSelect, shownColumnsOf } from './run-wire.ts';
import { columnsOfShow, showSetting } from './show-wire.ts';
import { countMessages, textRows } from './text-rows.ts';
import { temporaryOf } from './temporary-tables.ts';
import { learnTypes, noteLearned, typesOf, type WrittenSelect } from './typed-wire.ts';
import type {
  DescribedWire,
  RowsSource,
  ConnectionSql,
  WireCaller,
  WireResult,
  WireRows,
  WireRun,
  WireStatement,
} from './wire.ts';
import { askedValuesOf, requireSameRights, rightsOf, wireAskerOf } from './wire-asker.ts';
import { errorFields } from './wire-errors.ts';

/** Makes SQL of connections over the one way to data. */
export function wireOver(dependencies: WireDependencies): ConnectionSql {
  const { statements, clock } = dependencies;
  return {
    read: (text, { runtime, principal }) => readAll(text, statements.of(runtime, principal)),
    describe: (statement, declared, caller, signal) => describe(statement, declared, caller, signal, clock.now()),
    async rows(statement, run, caller, signal) {
      const rows = statement.kind === 'copy' ? statement.rows : statement;
      const { source } = rows;
      switch (source.kind) {
        case 'select':
          return select(written(rows, source, caller), run, caller, signal, dependencies);
        case 'show': {
          const shown = showSetting(source.name, caller.session.settings);
          return resultOf(shown.columns, shown.rows, run);
        }
        case 'explain':
          return explain(source, run, caller, signal, dependencies);
        case 'explain-execute':
          throw new StatementInvalid('User Error', 'sql.unknown-prepared', unknownPrepared(source.name));
      }
    },
    change: (statement, caller, signal) =>
      changeTemporary(statement, caller, ({ rows, what, hasRows }) => {
        if (rows.source.kind !== 'select') throw new Error('a SELECT gives the rows');
        const asked = written(rows, rows.source, caller);
        const isRead = what === 'table' && hasRows;
        const run = { declared: [], parameters: [], formats: [], framing: 'rows' } as const;
        return isRead
          ? select(asked, run, caller, signal, dependencies)
          : columnsAlone(asked, caller, signal, clock.now());
      }),
    discardTemporary: (session) => temporaryOf(session).clear(),
    explained(statement, prepared) {
      const { source } = statement;
      if (source.kind !== 'explain-execute') return statement;
      if (prepared.kind !== 'rows' || prepared.source.kind !== 'select') {
        throw new StatementInvalid('Unsupported Error', 'sql.statement', 'Unsupported query type: EXPLAIN');
      }
      return { ...statement, source: { kind: 'explain', of: prepared, shape: source.shape } };
    },
    argumentsOf: ({ arguments: values }) => values.map(textParameter),
    errorFields,
  };
}

function unknownPrepared(name: string): string {
  return `prepared statement "${shownLiteral(name)}" does not exist`;
}

function textParameter(value: string | null) {
  return { bytes: value === null ? null : Buffer.from(value), isBinary: false };
}

/** Runs a SELECT, and ends the connections whose numbers it gives to the functions for that. */
async function select(
  asked: WrittenSelect,
  run: WireRun,
  caller: WireCaller,
  signal: AbortSignal,
  dependencies: WireDependencies,
): Promise<WireResult> {
  const ending = run.framing === 'rows' ? endingSelect(asked.select) : undefined;
  const connection = connectionFacts(caller.session);
  if (!ending) return runSelect(asked, run, caller, connection, signal, dependencies);
  const { described: _, ...running } = run;
  const numbers = await runSelect(
    { ...asked, select: ending.select },
    running,
    caller,
    connection,
    signal,
    dependencies,
  );
  return endSessions(numbers, ending, caller.session);
}

type SelectSource = Extract<RowsSource, { kind: 'select' }>;
type ExplainSource = Extract<RowsSource, { kind: 'explain' }>;

function written(
  { text, parameterCount }: WireRows,
  { select: own }: Pick<SelectSource, 'select'>,
  { session }: WireCaller,
): WrittenSelect {
  return temporaryOf(session).into({ text, select: own, parameterCount });
}

/** The columns of a statement whose rows are not read. */
async function columnsAlone(
  asked: WrittenSelect,
  caller: WireCaller,
  signal: AbortSignal,
  now: number,
): Promise<WireResult> {
  const { columns } = await describeSelect(asked, [], caller, signal, now);
  return resultOf(columns, [], { formats: [] });
}

async function describe(
  statement: WireStatement,
  declared: readonly number[],
  caller: WireCaller,
  signal: AbortSignal,
  now: number,
): Promise<DescribedWire> {
  if (statement.kind === 'refused') throw statement.error;
  if (statement.kind === 'copy') {
    const { parameters } = await describe(statement.rows, declared, caller, signal, now);
    return { parameters };
  }
  if (statement.kind === 'declare') return describe(statement.rows, declared, caller, signal, now);
  if (statement.kind !== 'rows') return { parameters: declared };
  const { source } = statement;
  switch (source.kind) {
    case 'show':
      return { parameters: declared, columns: columnsOfShow(source.name) };
    case 'explain-execute':
      return { parameters: declared, columns: columnsOfExplain(source.shape) };
    case 'explain': {
      const { parameters } = await describe(source.of, declared, caller, signal, now);
      return { parameters, columns: columnsOfExplain(source.shape) };
    }
    case 'select': {
      const ending = endingSelect(source.select);
      const asked = written(statement, ending ?? source, caller);
      const described = await describeSelect(asked, declared, caller, signal, now);
      return ending ? { ...described, columns: columnsOfEnding(described.columns, ending) } : described;
    }
  }
}

/** Columns and parameters of a SELECT, as the caller or the user that it names sees the model. */
async function describeSelect(
  select: WrittenSelect,
  declared: readonly number[],
  caller: WireCaller,
  signal: AbortSignal,
  now: number,
): Promise<Required<DescribedWire>> {
  const { runtime, principal, user } = await wireAskerOf(select, () => [], caller);
  const options = placingOf(select, caller, signal, now);
  if (select.parameterCount === 0 && declared.length === 0) {
    const placed = await keptPlaces.place(select.select, runtime, { ...options, principal, user, text: select.text });
    return { parameters: [], columns: shownColumnsOf(placed) };
  }
  const first = typesOf(select, declared, runtime);
  await learnTypes(select, first, runtime, { ...options, principal });
  const typed = typesOf(select, declared, runtime);
  noteLearned(select);
  // Clients that declare `varchar` want to read it again: pgJDBC takes no other type for a parameter that it has set.
  return { parameters: typed.parameterOids.map((oid, index) => declared[index] || oid), columns: typed.columns };
}

function placingOf({ temporary }: WrittenSelect, { session }: WireCaller, signal: AbortSignal, now: number) {
  const { zone: timezone } = session.settings;
  const zone = timezone === undefined ? {} : { timezone };
  return { now, signal, ...zone, connection: connectionFacts(session).facts, temporary };
}

async function explain(
  { of, shape }: ExplainSource,
  run: WireRun,
  caller: WireCaller,
  signal: AbortSignal,
  dependencies: WireDependencies,
): Promise<WireResult> {
  if (of.source.kind !== 'select') throw new Error('a SELECT is explained');
  const select = written(of, of.source, caller);
  const now = dependencies.clock.now();
  const { asker, parameters, texts } = await askedValuesOf(select, run, caller);
  const { runtime, principal, user } = asker;
  const rights = rightsOf(asker);
  await select.requireStill?.(caller);
  const options = placingOf(select, caller, signal, now);
  const placed = await placedStatement(select.select, runtime, {
    ...options,
    principal,
    user,
    parameters,
    text: select.text,
  });
  const ran = shape.isAnalyzed ? await ranToTheEnd(select, run, caller, signal, dependencies) : undefined;
  const rows = await explainRows(placed, { runtime, principal, showsSql: caller.showsSql }, shape, ran);
  return {
    ...resultOf(columnsOfExplain(shape), rows, run),
    requireStill: async (later) => {
      requireSameRights(rights, await wireAskerOf(select, () => texts, later));
      await select.requireStill?.(later);
    },
  };
}

async function ranToTheEnd(
  select: WrittenSelect,
  { declared, parameters }: Pick<WireRun, 'declared' | 'parameters'>,
  caller: WireCaller,
  signal: AbortSignal,
  dependencies: WireDependencies,
): Promise<RanOnce> {
  const startedAt = performance.now();
  const run: WireRun = { declared, parameters, formats: [], framing: 'rows' };
  const { pieces } = await runSelect(select, run, caller, connectionFacts(caller.session), signal, dependencies);
  let rows = 0;
  for await (const piece of pieces) rows += countMessages(piece);
  return { rows, ms: performance.now() - startedAt };
}

function resultOf(
  columns: WireResult['columns'],
  rows: readonly (readonly (string | null)[])[],
  run: Pick<WireRun, 'formats'>,
): WireResult {
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    if (rows.length > 0) yield textRows(rows);
  }
  return { columns, formats: formatsOf(run.formats, columns), pieces: pieces() };
}
