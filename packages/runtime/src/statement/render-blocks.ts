import type { BlockColumnType } from '@orrery/engines';
import { type Dialect, type ModelIndex, type QueryPlan, renderBlock } from '@orrery/semantic';
import type { Block, SplitStatement, StatementSession } from '@orrery/sql';
import type { BlockStatement, RenderedQuestion } from '../answer/index.ts';
import type { Runtime } from '../runtime.ts';
import { resultsSource } from '../source/index.ts';
import { firstRows, timeOf } from './first-rows.ts';
import { engineType } from './statement-columns.ts';

/** The context in which the parts of a statement are rendered. */
export interface RenderContext {
  readonly split: SplitStatement;
  readonly session: StatementSession;
  readonly model: ModelIndex;
  readonly runtime: Pick<Runtime, 'dialectFor'>;
  planOf(block: Block): QueryPlan;
}

type StatementColumns = RenderedQuestion['statement']['columns'];

/** A block in the SQL of its source, with the columns in its own order. */
type BlockInSource = Pick<ReturnType<typeof renderBlock>, 'text' | 'columns'>;

/** Dialects in which a statement and its blocks are rendered as one statement of a data source. */
const dialectsOfStatements: ReadonlySet<string> = new Set(['duckdb']);

/**
 * Renders a statement as one of its data source; undefined where nothing renders statements for its dialect.
 *
 * @throws StatementRefused for what the source cannot evaluate
 */
export function renderWhole(dataSource: string, rendering: RenderContext): RenderedQuestion | undefined {
  const { split, session, model, runtime, planOf } = rendering;
  const dialect = runtime.dialectFor(dataSource);
  if (!dialectsOfStatements.has(dialect.name)) return undefined;
  const plans: QueryPlan[] = [];
  const params: (string | boolean)[] = [];
  const sql = split.render({
    session,
    block: (block) => {
      const plan = planOf(block);
      plans.push(plan);
      return blockIn(block, renderBlock(plan, model, dialect, params));
    },
  });
  return { statement: { text: sql, params, columns: columnsOf(split), dataSource }, plans };
}

/** Renders each block as a statement of its source, and the rest above their results. @throws StatementRefused */
export function renderAbove({ split, session, model, runtime, planOf }: RenderContext): RenderedQuestion {
  const plans: QueryPlan[] = [];
  const needed = split.neededRows;
  const blocks = new Map<Block, BlockStatement & Pick<BlockInSource, 'columns'>>();
  const text = split.render({
    session,
    block: (block) => {
      const known = blocks.get(block);
      const plan = planOf(block);
      const first = needed?.block === block ? needed : undefined;
      const made = known ?? blockStatement(block, plan, model, runtime, first);
      const own = known ?? { ...made, table: `b${blocks.size + 1}` };
      if (!known) plans.push(plan);
      blocks.set(block, own);
      return { text: `SELECT * FROM ${own.table}`, columns: own.columns };
    },
  });
  const statement = { text, params: [], columns: columnsOf(split), dataSource: resultsSource };
  return { statement: { ...statement, blocks: [...blocks.values()] }, plans };
}

function columnsOf({ columns }: SplitStatement): StatementColumns {
  return columns.map((column, at) => ({ name: column.name, alias: `r${at + 1}`, type: engineType(column) }));
}

function blockIn(block: Block, { text, columns }: ReturnType<typeof renderBlock>): BlockInSource {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const shown = block.outputs.map(({ name }) => {
    const column = byName.get(name);
    if (!column) throw new Error(`a block has no column ${name}`);
    return column;
  });
  return { text, columns: shown };
}

/** Renders a block as a statement. Times are texts with all their digits; its columns are named `r1`, `r2`, ... */
function blockStatement(
  block: Block,
  plan: QueryPlan,
  model: ModelIndex,
  runtime: Pick<Runtime, 'dialectFor'>,
  needed: SplitStatement['neededRows'],
): Omit<BlockStatement, 'table'> & Pick<BlockInSource, 'columns'> {
  const dialect = runtime.dialectFor(plan.dataSource);
  const params: (string | boolean)[] = [];
  const { text, columns } = blockIn(block, renderBlock(plan, model, dialect, params));
  const names = columns.map(({ alias }) => `block.${dialect.quoteIdentifier(alias)}`);
  const items = columns.map(({ type }, index) => {
    const name = names[index] ?? '';
    return `${type === 'time' ? microsecondsText(name, dialect) : name} AS r${index + 1}`;
  });
  const first = needed && firstRows(needed, names, dialect);
  const named = columns.map(({ type }, index) => ({
    name: block.outputs[index]?.name ?? '',
    alias: `r${index + 1}`,
    type,
  }));
  return {
    text: `SELECT ${items.join(', ') || '1 AS r1'} FROM (${text}) AS block${first ?? ''}`,
    params,
    columns: named.map(({ type, ...column }) => ({
      ...column,
      type: type === 'integer' ? 'number' : type === 'time' ? 'string' : type,
    })),
    dataSource: plan.dataSource,
    pieces: block.pieces,
    types: named.map(({ type }) => loadedAs(type)),
  };
}

/** A time with microseconds as text, because engines deliver milliseconds. */
export function microsecondsText(name: string, dialect: Pick<Dialect, 'name'>): string {
  if (dialect.name === 'trino') {
    // Casts to fewer digits round, over midnight and New Year: digits of the text are cut. A time may have a zone.
    const inUtc = `CAST(${name} AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC'`;
    const text = `CAST(CAST(${inUtc} AS TIMESTAMP(12)) AS VARCHAR)`;
    return `substr(${text}, 1, length(${text}) - 6)`;
  }
  const types: Readonly<Record<string, string>> = { clickhouse: 'String', postgres: 'text', mysql: 'CHAR' };
  return `CAST(${timeOf(name, dialect)} AS ${types[dialect.name] ?? 'VARCHAR'})`;
}

function loadedAs(type: BlockInSource['columns'][number]['type']): BlockColumnType {
  switch (type) {
    case 'integer':
      return 'number';
    case 'string':
      return 'text';
    default:
      return type;
  }
}
