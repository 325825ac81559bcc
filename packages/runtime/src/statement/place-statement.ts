import { createHash } from 'node:crypto';
import type { WireQuery } from '@orrery/contract';
import {
  cubesOfNumbers,
  exactNumberOf,
  type ModelIndex,
  numbersOf,
  type Query,
  type RequestContext,
  requirePiece,
  type Zone,
} from '@orrery/semantic';
import {
  type Block,
  type Select,
  splitPrintedQuery,
  splitStatement,
  type SplitStatement,
  StatementRefused,
} from '@orrery/sql';
import type { BoundQuestion, RenderedQuestion, StatementToRun } from '../answer/index.ts';
import { type ModelForCaller, planPrepared, type PreparedBlock, prepareBlock } from '../query/index.ts';
import type { Runtime } from '../runtime.ts';
import { toQuery } from '../request/index.ts';
import { grainsOf, prepareFiltered, type StatementAdditions } from './additions.ts';
import { atPlace, invalidStatement, StatementInvalid } from './refuse-statement.ts';
import { renderAbove, renderWhole } from './render-blocks.ts';
import { type PlacedConnection, sessionAt } from './session.ts';
import { knownSplits } from './known-splits.ts';
import {
  type ColumnOrigin,
  encodingOf,
  engineType,
  originOf,
  type ShownType,
  type StatementColumn,
  statementColumns,
} from './statement-columns.ts';

/** A statement whose parts have their place. */
export interface PlacedStatement extends BoundQuestion {
  readonly columns: readonly StatementColumn[];
  /** The zone in which it runs, and which its times are in. */
  readonly zone: Zone;
  readonly types: readonly ShownType[];
  /** Types of the columns as statements have them. */
  readonly sqlTypes: readonly SplitStatement['columns'][number]['type'][];
  readonly origins: readonly ColumnOrigin[];
  /** Names of the cubes and views that it asks. */
  readonly pieces: readonly string[];
  /**
   * `regular`: a query of the model, of which only columns, order and rows are chosen. `pushdown`: one statement of a data
   * source. `post_processing`: its blocks, if it has any, run on their data sources, the rest above their results.
   */
  readonly queryType: 'regular' | 'pushdown' | 'post_processing';
  /** Whether its answer depends on the instant at which it runs. */
  readonly readsNow: boolean;
  /** Whether its answer depends on facts of its session, other than the zone. */
  readonly readsSession: boolean;
  /** Whether it says in which order its rows come. */
  readonly isOrdered: boolean;
  /** Whether it tells the types of columns of all tables of its caller. */
  readonly readsColumnTypes: boolean;
}

export interface Placing {
  readonly text: string;
  /** Absent: all of its rows. */
  readonly mostRows?: number | undefined;
  /** Whether the rows without that bound are counted. */
  readonly countsTotal?: boolean | undefined;
  readonly additions?: StatementAdditions | undefined;
  readonly zone: Zone;
  readonly now: number;
  readonly context: RequestContext;
  readonly runtime: Pick<Runtime, 'dialectFor'>;
  /** Values of its parameters; absent: it has none. */
  readonly parameters?: PlacedParameters | undefined;
  /** The connection that it comes from; absent over HTTP. */
  readonly connection?: PlacedConnection | undefined;
  /** Temporary tables that the select reads; absent: none. */
  readonly temporary?: TemporaryRead | undefined;
  /** The user that `context` and the model belong to, as the statement names them; absent: the caller. */
  readonly user?: string | undefined;
}

/** State of the temporary tables and views of a connection that a select reads. Keys contain it as a value, because callers write texts. */
export interface TemporaryRead {
  /** Number of their state, of all connections. */
  readonly state: number;
  /** Whether one of them reads `__user`. */
  readonly namesUser: boolean;
}

/** Types and values of parameters by their numbers from 1. */
export interface PlacedParameters extends NonNullable<Parameters<typeof splitStatement>[1]['parameters']> {
  readonly values: ReadonlyMap<number, string | null>;
}

/** A query of the JSON API, and the text that records show for it. The query runs, and the text is not parsed. */
export interface PrintedQuery {
  readonly kind: 'printed';
  readonly text: string;
  readonly query: WireQuery;
  /** The instant that its ranges were printed at, in epoch milliseconds. */
  readonly now: number;
}

const noAdditions: StatementAdditions = { filters: [], timeGrains: [] };

/**
 * Binds a statement to the model and the rights of its caller, finds its blocks and prepares each like a query.
 *
 * @throws StatementInvalid; InvalidQuery when the model cannot answer a block; Unavailable
 */
export function placeStatement(
  select: Select | PrintedQuery,
  placing: Placing,
  state: ModelForCaller,
): PlacedStatement {
  try {
    return place(select, placing, state);
  } catch (error) {
    throw error instanceof StatementRefused ? invalidStatement(error, placing.text) : error;
  }
}

function place(select: Select | PrintedQuery, placing: Placing, state: ModelForCaller): PlacedStatement {
  const { text, zone, now, context, runtime, mostRows, parameters, connection, temporary } = placing;
  const { additions = noAdditions, countsTotal = false } = placing;
  const whole = countsTotal ? place(select, { ...placing, mostRows: undefined, countsTotal: false }, state) : undefined;
  const { index } = state.model;
  let readsNow = false;
  const reads = new Map<string, string | number | null>();
  const onRead = (name: string, value: string | number | null = null) => void reads.set(name, value);
  const session = sessionAt(now, zone, { onNow: () => (readsNow = true), onRead }, connection);
  const known = select.kind === 'printed' ? undefined : knownSplits.of(select, placing, state);
  const split = known ?? splitNow();
  const isOfSession = reads.size > 0;
  function splitNow(): SplitStatement {
    if (select.kind === 'printed') return splitPrinted(select, placing, state);
    return splitStatement(select, {
      model: index,
      access: state.access,
      session,
      dialectOf: (source) => runtime.dialectFor(source).name,
      mostRows,
      grainOf: additions.timeGrains.length === 0 ? undefined : grainsOf(additions, state),
      parameters,
      user: placing.user,
    });
  }
  const prepared = new Map<Block, PreparedBlock>();
  const preparedOf = (block: Block) => {
    const known = prepared.get(block);
    if (known) return known;
    const prepare = (query: Query) => prepareBlock(query, state, now, zone);
    const made = atPlace(block.position, text, () =>
      prepareFiltered(block, additions, { text, split, state }, prepare),
    );
    if (made.bound.limit !== undefined) refuseLimit(made.bound.limit, block);
    prepared.set(block, made);
    return made;
  };
  const { blocks, columns } = split;
  let isAbove = false;
  const renderRows = (asker: RequestContext): RenderedQuestion => {
    const plans = new Map(
      blocks.map((block) => [block, atPlace(block.position, text, () => planPrepared(preparedOf(block), asker))]),
    );
    const planOf = (block: Block) => plans.get(block) ?? missing();
    const rendering = { split, session, model: index, runtime, planOf };
    const [source, ...others] = new Set([...plans.values()].map(({ dataSource }) => dataSource));
    const rendered = source === undefined || others.length > 0 ? undefined : renderWhole(source, rendering);
    isAbove = rendered === undefined;
    return rendered ?? renderAbove(rendering);
  };
  const render = (asker: RequestContext): RenderedQuestion => ({
    ...renderRows(asker),
    ...(whole ? { count: countOf(whole.render(asker).statement) } : {}),
  });
  const first = render(context); // tells what is refused before anything waits, and which blocks there are
  if (!known && !readsNow && !isOfSession && select.kind !== 'printed') knownSplits.keep(select, placing, state, split);
  const shape = [mostRows ?? null, countsTotal, additions.timeGrains];
  const numbers = numbersRead([...prepared.values()], index);
  const identity = JSON.stringify([
    'statement',
    text,
    temporary?.state ?? null,
    zone,
    [...reads],
    readsNow ? now : null,
    shape,
    numbers,
    // Rows of the catalogs are part of the text that runs.
    split.readsCatalog ? createHash('sha256').update(first.statement.text).digest('hex') : null,
    parameters ? [[...parameters.types.values()], [...parameters.values.values()]] : null,
  ]);
  return {
    model: state.model,
    blocks: [...prepared.values()],
    identity,
    isEmpty: false,
    encoding: () => encodingOf(columns),
    render: (asker) => {
      if (isSame(asker, context)) return first;
      try {
        return render(asker);
      } catch (error) {
        throw error instanceof StatementRefused ? invalidStatement(error, text) : error;
      }
    },
    columns: statementColumns(columns, index),
    zone,
    types: columns.map(engineType),
    sqlTypes: columns.map(({ type }) => type),
    origins: columns.map(originOf),
    pieces: [...new Set(blocks.flatMap(({ pieces }) => pieces))],
    queryType: split.isRegular ? 'regular' : isAbove ? 'post_processing' : 'pushdown',
    readsNow,
    readsSession: reads.size > 0,
    isOrdered: split.isOrdered,
    readsColumnTypes: split.readsColumnTypes,
  };
}

/** @throws InvalidQuery */
function splitPrinted(
  { query: wire, text, now }: PrintedQuery,
  { zone, mostRows }: Placing,
  state: ModelForCaller,
): SplitStatement {
  const query = toQuery(wire);
  const { limit: _, offset: __, ...all } = query;
  const { bound } = prepareBlock(all, state, now, zone);
  return splitPrintedQuery(query, bound, state.model.index, { text, aliases: 'words', mostRows });
}

/** The types of numbers of the cubes that a statement reads; what is learnt of other cubes does not change its answer. */
function numbersRead(blocks: readonly PreparedBlock[], model: ModelIndex) {
  const cubes = new Set(blocks.flatMap(({ bound }) => cubesOfNumbers(bound, model)));
  return [...cubes].sort().flatMap((cube) =>
    numbersOf(requirePiece(model, cube)).flatMap(({ id }) => {
      const exact = exactNumberOf(model, id);
      return exact === undefined ? [] : [[id, exact] as const];
    }),
  );
}

/** Whether SQL that reads values of a request has the same for both. */
function isSame(one: RequestContext, other: RequestContext): boolean {
  return one.kind === 'caller' && other.kind === 'caller' && one.securityContext === other.securityContext;
}

/** The number of rows of a statement. */
function countOf({ text, ...statement }: StatementToRun): StatementToRun {
  const columns = [{ name: 'count', alias: 'r1', type: 'number' }] as const;
  return { ...statement, text: `SELECT COUNT(*) AS r1 FROM (${text}) AS counted`, columns };
}

/** A statement over a part of the rows would have wrong numbers. */
function refuseLimit(limit: number, { pieces }: Block): never {
  const message = `A rule of query_rewrite allows ${limit} rows of '${pieces.join("', '")}', and a statement is not answered over a part of the rows`;
  throw new StatementInvalid('Unsupported Error', 'sql.row-limit', message);
}
function missing(): never {
  throw new Error('every block has a plan');
}
