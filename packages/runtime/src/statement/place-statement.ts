import type { RowEncoding, RowKey } from '@orrery/engines';
import {
  type CompiledQuery,
  type Dialect,
  type ModelIndex,
  type Query,
  type QueryPlan,
  renderBlock,
  type RequestContext,
  type Zone,
} from '@orrery/semantic';
import {
  bindStatement,
  type Block,
  type BoundStatement,
  columnTypeOf,
  findBlocks,
  modelTables,
  type Relation,
  renderForDuckDb,
  type Select,
  type Session,
  sourceSql,
  type SqlType,
  StatementRefused,
  withMostRows,
  withTimeGrains,
} from '@orrery/sql';
import type { RenderedStatement, StatementToAnswer } from '../answer/index.ts';
import { type ModelForCaller, planPrepared, type PreparedBlock, prepareBlock } from '../query/index.ts';
import type { Runtime } from '../runtime.ts';
import { grainsOf, prepareFiltered, type StatementAdditions } from './additions.ts';
import { invalidStatement, StatementInvalid } from './refuse-statement.ts';
import { type StatementColumn, statementColumns } from './statement-columns.ts';

export type ShownType = 'string' | 'number' | 'boolean' | 'time';

/** A statement whose parts have their place: today all of them in one DuckDB data source. */
export interface PlacedStatement extends StatementToAnswer {
  readonly columns: readonly StatementColumn[];
  readonly types: readonly ShownType[];
  /** `regular`: a query of the model, of which only columns, order and rows are chosen. */
  readonly queryType: 'regular' | 'pushdown';
  /** Whether its answer depends on the instant at which it is asked. */
  readonly readsNow: boolean;
}

interface Placing {
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
}

const noAdditions: StatementAdditions = { filters: [], timeGrains: [] };

/**
 * Binds a statement to the model and the rights of its caller, finds its blocks and prepares each like a query.
 *
 * @throws StatementInvalid; InvalidQuery when the model cannot answer a block; Unavailable
 */
export function placeStatement(select: Select, placing: Placing, state: ModelForCaller): PlacedStatement {
  try {
    return place(select, placing, state);
  } catch (error) {
    throw error instanceof StatementRefused ? invalidStatement(error, placing.text) : error;
  }
}

function place(select: Select, placing: Placing, state: ModelForCaller): PlacedStatement {
  const { text, zone, now, context, runtime, mostRows } = placing;
  const { additions = noAdditions, countsTotal = false } = placing;
  const whole = countsTotal ? place(select, { ...placing, mostRows: undefined, countsTotal: false }, state) : undefined;
  const { index } = state.model;
  let readsNow = false;
  const session: Session = {
    zone,
    user: 'orrery',
    database: 'orrery',
    get now() {
      readsNow = true;
      return `${new Date(now).toISOString().slice(0, -1).replace('T', ' ')}000+00`;
    },
  };
  const written = bindStatement(select, modelTables(index, state.access));
  const limited = mostRows === undefined ? written : withMostRows(written, mostRows);
  const bound = additions.timeGrains.length === 0 ? limited : withTimeGrains(limited, grainsOf(additions, state));
  const found = findBlocks(bound, {
    model: index,
    sqlOf: (source) => sourceSql(runtime.dialectFor(source).name, session),
  });
  const prepared = new Map<Block, PreparedBlock>();
  const preparedOf = (block: Block) => {
    const known = prepared.get(block);
    if (known) return known;
    const prepare = (query: Query) => prepareBlock(query, state, now, zone);
    const made = prepareFiltered(block, additions, { text, found, state }, prepare);
    if (made.bound.limit !== undefined) refuseLimit(made.bound.limit, block);
    prepared.set(block, made);
    return made;
  };
  const render = (asker: RequestContext): RenderedStatement => {
    const plans: QueryPlan[] = [];
    const params: (string | boolean)[] = [];
    let source: { readonly name: string; readonly dialect: Dialect } | undefined;
    const rendered = renderForDuckDb(found, {
      session,
      block: (block) => {
        const plan = planPrepared(preparedOf(block), asker);
        plans.push(plan);
        source = sourceOf(plan.dataSource, source?.name, runtime);
        const { text: sql, columns } = renderBlock(plan, index, source.dialect, params);
        const byName = new Map(columns.map((column) => [column.name, column]));
        const shown = block.outputs.map(({ name }) => {
          const column = byName.get(name);
          if (!column) throw new Error(`a block has no column ${name}`);
          return column;
        });
        return { text: sql, columns: shown };
      },
    });
    const dataSource = source?.name ?? constantSource(index, runtime);
    const columns = rendered.columns.map(({ name, type }, at) => ({
      name,
      alias: `r${at + 1}`,
      type: engineType(type),
    }));
    const statement = { text: rendered.text, params, columns, dataSource };
    return { statement, plans, ...(whole ? { count: countOf(whole.render(asker).statement) } : {}) };
  };
  render(context); // tells what is refused before anything waits, and which blocks there are
  const shape = [mostRows ?? null, countsTotal, additions.timeGrains];
  const identity = JSON.stringify([text, zone, session.user, session.database, readsNow ? now : null, shape]);
  return {
    model: state.model,
    blocks: [...prepared.values()],
    identity,
    encoding: encodingOf(found),
    render: (asker) => {
      try {
        return render(asker);
      } catch (error) {
        throw error instanceof StatementRefused ? invalidStatement(error, text) : error;
      }
    },
    columns: statementColumns(found, index),
    types: found.output.map(({ type }) => engineType(type)),
    queryType: isRegular(found) ? 'regular' : 'pushdown',
    readsNow,
  };
}

/** The number of rows of a statement. */
function countOf({ text, ...statement }: CompiledQuery): CompiledQuery {
  const columns = [{ name: 'count', alias: 'r1', type: 'number' }] as const;
  return { ...statement, text: `SELECT COUNT(*) AS r1 FROM (${text}) AS counted`, columns };
}

/** A statement over a part of the rows would have wrong numbers. */
function refuseLimit(limit: number, { pieces }: Block): never {
  const message = `A rule of query_rewrite allows ${limit} rows of '${pieces.join("', '")}', and a statement is not answered over a part of the rows`;
  throw new StatementInvalid('Unsupported Error', 'sql.row-limit', message);
}

function sourceOf(name: string, former: string | undefined, runtime: Pick<Runtime, 'dialectFor'>) {
  if (former !== undefined && former !== name) {
    const message = `The statement reads two data sources, '${former}' and '${name}': work above the results of several sources is not supported yet`;
    throw new StatementInvalid('Unsupported Error', 'sql.several-sources', message);
  }
  const dialect = runtime.dialectFor(name);
  if (dialect.name === 'duckdb') return { name, dialect };
  const message = `The data source '${name}' is ${dialect.name}: SQL over the model is supported on DuckDB only so far`;
  throw new StatementInvalid('Unsupported Error', 'sql.source', message);
}

/** Statements that read nothing run where there is a DuckDB. */
function constantSource(model: ModelIndex, runtime: Pick<Runtime, 'dialectFor'>): string {
  const named = [...model.pieces.values()].flatMap((piece) => ('dataSource' in piece ? [piece.dataSource] : []));
  const found = ['default', ...named].find((name) => runtime.dialectFor(name).name === 'duckdb');
  if (found !== undefined) return found;
  const message = 'A statement that reads no cube needs a data source of type duckdb so far';
  throw new StatementInvalid('Unsupported Error', 'sql.no-engine', message);
}

/** Whether only columns, order and rows of one block are chosen. */
function isRegular({ relation, shared }: BoundStatement): boolean {
  if (shared.length > 0) return false;
  let at: Relation = relation;
  for (;;) {
    if (at.kind === 'block') return true;
    const isPlain =
      at.kind === 'limit' ||
      (at.kind === 'sort' && at.by.every(({ expression }) => expression.kind === 'column')) ||
      (at.kind === 'project' && at.items.every(({ expression }) => expression.kind === 'column'));
    if (!isPlain || !('input' in at)) return false;
    at = at.input;
  }
}

function encodingOf({ output }: BoundStatement): RowEncoding {
  const keys = output.map(({ name, type }, index) => ({ name, output: index, ...shown(type) }));
  return { format: 'lines', keys };
}

function shown(type: SqlType): Pick<RowKey, 'shows'> {
  switch (type.name) {
    case 'date':
      return { shows: 'day' };
    case 'interval':
      return { shows: 'interval' };
    case 'numeric':
      return { shows: 'number' };
    default:
      return {};
  }
}

function engineType(type: SqlType): ShownType {
  const name = columnTypeOf(type);
  if (typeof name === 'object') return 'Date' in name ? 'time' : 'string';
  if (name === 'Boolean') return 'boolean';
  if (name === 'Timestamp') return 'time';
  return name === 'String' || name === 'Blob' ? 'string' : 'number';
}
