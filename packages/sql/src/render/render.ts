import type { PlanColumnType } from '@orrery/semantic';
import type { CallerCatalog } from '../catalog/index.ts';
import { duckDbTarget, type StatementSession } from '../functions/index.ts';
import {
  type Block,
  type BoundStatement,
  type Column,
  type ColumnId,
  columnsOf,
  type Computed,
  type Relation,
  type Scalar,
} from '../relation/index.ts';
import { isArrayName, type SqlType } from '../types/index.ts';
import { renderCatalogRows } from './catalog-rows.ts';
import { renderAggregateCall, renderKeys, renderWindowCall } from './calls.ts';
import { nameOf, ReachedColumns } from './reached-columns.ts';
import { renderSet, renderValues, scaleIn } from './rows.ts';
import { possible, renderScalar, type ScalarContext } from './scalar.ts';

/** A block in the SQL of its source. */
interface RenderedBlock {
  /** A SELECT, without parentheses. */
  readonly text: string;
  /** The columns in the order of the block. */
  readonly columns: readonly { readonly alias: string; readonly type: PlanColumnType }[];
}

export interface RenderOptions {
  readonly session: StatementSession;
  /** Renders a block; called in the order of the statement's text, so that parameters may be numbered. */
  block(block: Block): RenderedBlock;
}

export interface RenderedStatement {
  readonly text: string;
  /** Columns of the answer; the text names them `r1`, `r2`, ... */
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
}

/**
 * Renders a statement over blocks as one SELECT of DuckDB with the rows that PostgreSQL would return.
 *
 * @throws StatementRefused for what DuckDB cannot evaluate to PostgreSQL's meaning
 */
export function renderForDuckDb(statement: BoundStatement, options: RenderOptions): RenderedStatement {
  const session = statement.catalog ? withNames(options.session, statement.catalog) : options.session;
  if (!statement.catalog) return new StatementRenderer(statement, options).render();
  // Rendered once to learn which columns of the catalogs are read.
  const reads = new Set<ColumnId>();
  const block = () => ({ text: '', columns: [] });
  new StatementRenderer(statement, { session, block }, { reads, isDry: true }).render();
  return new StatementRenderer(statement, { ...options, session }, { reads, isDry: false }).render();
}

/** The session with the names of what its statement may name. Its instant is read only where the statement reads it. */
function withNames(session: StatementSession, catalog: CallerCatalog): StatementSession {
  return Object.create(session, { names: { value: catalog.names(session), enumerable: true } });
}

/** The columns that a statement reads. */
interface ColumnReads {
  readonly reads: Set<ColumnId>;
  /** Whether they are still to be found; relations of the catalogs are then left out. */
  readonly isDry: boolean;
}

class StatementRenderer {
  readonly #statement: BoundStatement;
  readonly #options: RenderOptions;
  readonly #columns: ReachedColumns;
  readonly #context: ScalarContext;
  readonly #reads: ColumnReads | undefined;
  /** Columns of the recursions around what is rendered, and those of their first sides. */
  readonly #recursions = new Map<number, { readonly columns: readonly Column[]; readonly given: readonly Column[] }>();

  constructor(statement: BoundStatement, options: RenderOptions, reads?: ColumnReads) {
    this.#reads = reads;
    this.#statement = statement;
    this.#options = options;
    const target = duckDbTarget(options.session);
    this.#columns = new ReachedColumns(target, reads?.isDry === true ? reads.reads : undefined);
    this.#context = {
      target,
      column: (id) => this.#columns.get(id),
      query: (relation) => ({
        text: this.#relation(relation),
        columns: columnsOf(relation).map(({ id }) => id),
      }),
    };
  }

  render(): RenderedStatement {
    const { shared, relation, output } = this.#statement;
    const tables = shared.map((one, index) => `s${index} AS MATERIALIZED (${this.#relation(one.relation)})`);
    const ordered = this.#ordered(relation);
    const items = output.map((column, index) => `${this.#shown(column)} AS r${index + 1}`);
    const select = `SELECT ${items.join(', ')} FROM (${ordered.text})${ordered.order}`;
    return {
      text: tables.length > 0 ? `WITH ${tables.join(', ')} ${select}` : select,
      columns: output.map(({ name, type }) => ({ name, type })),
    };
  }

  /** A relation without its order and limits, and these as clauses of a SELECT around it. */
  #ordered(relation: Relation): { readonly text: string; readonly order: string } {
    const isNarrow = relation.kind === 'project' && relation.items.every(isItself);
    const below = isNarrow ? relation.input : relation;
    const limit = below.kind === 'limit' ? below : undefined;
    const inner = limit ? limit.input : below;
    const sort = inner.kind === 'sort' ? inner : undefined;
    if (!limit && !sort) return { text: this.#relation(relation), order: '' };
    const text = this.#relation(sort ? sort.input : inner);
    const clauses = [
      ...(sort ? [`ORDER BY ${renderKeys(sort.by, this.#context)}`] : []),
      ...(limit?.count ? [`LIMIT ${this.#scalar(limit.count)}`] : []),
      ...(limit?.offset ? [`OFFSET ${this.#scalar(limit.offset)}`] : []),
    ];
    return { text, order: ` ${clauses.join(' ')}` };
  }

  /** A column as results show it: what an engine's driver has no form for becomes a text. */
  #shown(column: Column): string {
    const { value, stored } = this.#context.column(column.id);
    const { target } = this.#context;
    const { name } = column.type;
    const isText = isArrayName(name) || textual.has(name);
    // Clients of a connection are given the instant with its offset, others the time in the zone of the statement.
    if (name === 'timestamptz' && target.session.connection) return `timezone('UTC', ${value.text})`;
    if (name === 'timestamptz') return possible(target.cast(value, { name: 'timestamp' }), undefined).text;
    if (isText) return possible(target.cast(value, { name: 'text' }), undefined).text;
    // Numbers keep the digits of their source; other values have the type of their column.
    return numbers.has(name) ? stored : value.text;
  }

  #scalar(scalar: Scalar): string {
    return renderScalar(scalar, this.#context).text;
  }

  /** A SELECT whose columns are named by their numbers. */
  #relation(relation: Relation): string {
    switch (relation.kind) {
      case 'piece':
        throw new Error('every piece is part of a block');
      case 'block':
        return this.#block(relation);
      case 'catalog':
        return this.#catalog(relation);
      case 'values':
        return renderValues(relation, this.#context, this.#columns);
      case 'function':
        return this.#function(relation);
      case 'shared':
        return this.#shared(relation);
      case 'filter': {
        const input = this.#relation(relation.input);
        return `SELECT * FROM (${input}) WHERE ${this.#scalar(relation.condition)}`;
      }
      case 'project':
        return this.#project(relation);
      case 'aggregate':
        return this.#aggregate(relation);
      case 'window': {
        const input = this.#relation(relation.input);
        const calls = relation.calls.map(({ column, expression }) =>
          this.#columns.define(column, renderWindowCall(expression, this.#context)),
        );
        return `SELECT *, ${calls.join(', ')} FROM (${input})`;
      }
      case 'sort':
      case 'limit': {
        const { text, order } = this.#ordered(relation);
        return `SELECT * FROM (${text})${order}`;
      }
      case 'distinct':
        return this.#distinct(relation);
      case 'join':
        return this.#join(relation);
      case 'recursion':
        return this.#recursion(relation);
      case 'recursive':
        return this.#recursive(relation);
      case 'set':
        return renderSet(
          relation,
          [this.#relation(relation.left), this.#relation(relation.right)],
          this.#context,
          this.#columns,
        );
    }
  }

  #project({ input, items }: Extract<Relation, { kind: 'project' }>): string {
    const ordered = items.every(isItself) ? this.#ordered(input) : { text: this.#relation(input), order: '' };
    const texts = items.map(({ column, expression }) =>
      expression.kind === 'column'
        ? this.#columns.passOn(column, this.#context.column(expression.column))
        : this.#columns.define(column, renderScalar(expression, this.#context)),
    );
    return `SELECT ${texts.join(', ') || '1 AS one'} FROM (${ordered.text})${ordered.order}`;
  }

  #block({ block, columns }: Extract<Relation, { kind: 'block' }>): string {
    const { text, columns: rendered } = this.#options.block(block);
    const items = columns.map((column, index) => {
      const { alias } = rendered[index] ?? { alias: '' };
      return this.#columns.receive(column, `"${alias.replaceAll('"', '""')}"`, block.outputs[index]?.scale);
    });
    return `SELECT ${items.join(', ')} FROM (${text})`;
  }

  #catalog({ table, columns }: Extract<Relation, { kind: 'catalog' }>): string {
    for (const column of columns) this.#columns.define(column, { text: '' });
    if (!this.#reads || this.#reads.isDry) return '';
    const { reads } = this.#reads;
    return renderCatalogRows(
      table.rows(this.#options.session),
      columns.filter(({ id }) => reads.has(id)),
    );
  }

  /** The second side is rendered when the columns of the first are known. */
  #recursive(relation: Extract<Relation, { kind: 'recursive' }>): string {
    const { number, left, right, columns } = relation;
    const first = this.#relation(left);
    this.#recursions.set(number, { columns, given: columnsOf(left) });
    const second = this.#relation(right);
    const rows = renderSet(
      { ...relation, kind: 'set', operation: 'union' },
      [first, second],
      this.#context,
      this.#columns,
    );
    return `SELECT * FROM (WITH RECURSIVE w${number} AS (${rows}) SELECT * FROM w${number})`;
  }

  #recursion({ number, columns }: Extract<Relation, { kind: 'recursion' }>): string {
    const before = this.#recursions.get(number);
    if (!before) throw new Error('a recursion stands inside of what it repeats');
    const items = columns.map((column, at) => {
      const [from, given] = [before.columns[at], before.given[at]];
      if (!from || !given) throw new Error('a recursion has the columns of what it repeats');
      const { value } = this.#context.column(given.id);
      return this.#columns.define(column, { text: nameOf(from.id), ...scaleIn(value) });
    });
    return `SELECT ${items.join(', ')} FROM w${number}`;
  }

  #shared({ shared, columns }: Extract<Relation, { kind: 'shared' }>): string {
    const given = this.#statement.shared[shared];
    if (!given) throw new Error('a common table expression is rendered before what reads it');
    const own = columnsOf(given.relation);
    const items = columns.map((column, index) => {
      const from = own[index];
      if (!from) throw new Error('a common table expression has the columns that are read');
      return this.#columns.passOn(column, this.#context.column(from.id));
    });
    return `SELECT ${items.join(', ')} FROM s${shared}`;
  }

  #function(relation: Extract<Relation, { kind: 'function' }>): string {
    return `SELECT ${this.#rowsOfFunctions(relation)}`;
  }

  /** The items that make the rows of functions. */
  #rowsOfFunctions({ call, others = [], columns, ordinality }: Extract<Relation, { kind: 'function' }>): string {
    const lists = [call, ...others].map((one) => renderScalar(one, this.#context));
    const items = columns.map((column, at) => {
      const list = lists[at];
      if (!list) throw new Error('a function of FROM has a column');
      return this.#columns.define(column, { text: `unnest(${list.text})`, ...scaleIn(list) });
    });
    if (!ordinality) return items.join(', ');
    const number = this.#columns.define(ordinality, { text: `generate_subscripts(${lists[0]?.text ?? ''}, 1)` });
    return [...items, number].join(', ');
  }

  /** Keys are columns before they are grouped, so that grouping sets may name them. */
  #aggregate({ input, groups, sets, calls }: Extract<Relation, { kind: 'aggregate' }>): string {
    const rows = this.#relation(input);
    const keys = groups.map(({ column, expression }) => {
      const text =
        expression.kind === 'column'
          ? this.#columns.passOn(column, this.#context.column(expression.column))
          : this.#columns.define(column, renderScalar(expression, this.#context));
      return { name: nameOf(column.id), text };
    });
    const values = calls.map(({ column, expression }) =>
      this.#columns.define(column, renderAggregateCall(expression, this.#context)),
    );
    const added = keys.filter(({ name, text }) => name !== text).map(({ text }) => text);
    const from = added.length > 0 ? `SELECT *, ${added.join(', ')} FROM (${rows})` : rows;
    const names = keys.map(({ name }) => name);
    const by = sets
      ? ` GROUP BY GROUPING SETS (${sets.map((set) => `(${set.map((index) => names[index]).join(', ')})`).join(', ')})`
      : names.length > 0
        ? ` GROUP BY ${names.join(', ')}`
        : '';
    return `SELECT ${[...names, ...values].join(', ') || '1 AS one'} FROM (${from})${by}`;
  }

  #distinct({ input }: Extract<Relation, { kind: 'distinct' }>): string {
    return `SELECT DISTINCT * FROM (${this.#relation(input)})`;
  }

  #join({ join, left, right, on, isLateral }: Extract<Relation, { kind: 'join' }>): string {
    if (right.kind === 'function' && isLateral && join === 'cross') {
      const rows = this.#relation(left);
      return `SELECT *, ${this.#rowsOfFunctions(right)} FROM (${rows})`;
    }
    const [first, second] = [this.#relation(left), this.#relation(right)];
    const lateral = isLateral ? 'LATERAL ' : '';
    if (!on) return `SELECT * FROM (${first}) CROSS JOIN ${lateral}(${second})`;
    return `SELECT * FROM (${first}) ${join.toUpperCase()} JOIN ${lateral}(${second}) ON ${this.#scalar(on)}`;
  }
}

const numbers: ReadonlySet<string> = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric']);
const textual: ReadonlySet<string> = new Set([
  'interval',
  'time',
  'uuid',
  'json',
  'jsonb',
  'bytea',
  'record',
  'regclass',
  'regtype',
  'regproc',
  'regnamespace',
  'regrole',
]);

function isItself({ column, expression }: Computed<Scalar>): boolean {
  return expression.kind === 'column' && expression.column === column.id;
}
