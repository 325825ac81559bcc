import type { ColumnType } from '@orrery/semantic';
import { type Rendered, renderCast, type Scale, type Session } from '../functions/index.ts';
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
import { renderAggregateCall, renderKeys, renderWindowCall } from './calls.ts';
import { branches, possible, type ReachedColumn, renderScalar, type ScalarContext } from './scalar.ts';

/** A block in the SQL of its source. */
export interface RenderedBlock {
  /** A SELECT, without parentheses. */
  readonly text: string;
  /** In the order of the block's columns. */
  readonly columns: readonly { readonly alias: string; readonly type: ColumnType }[];
}

export interface RenderOptions {
  readonly session: Session;
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
  return new StatementRenderer(statement, options).render();
}

class StatementRenderer {
  readonly #statement: BoundStatement;
  readonly #options: RenderOptions;
  readonly #columns = new Map<ColumnId, ReachedColumn>();
  readonly #context: ScalarContext;

  constructor(statement: BoundStatement, options: RenderOptions) {
    this.#statement = statement;
    this.#options = options;
    this.#context = {
      session: options.session,
      column: (id) => {
        const found = this.#columns.get(id);
        if (!found) throw new Error(`column ${id} is out of reach`);
        return found;
      },
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
    const { session } = this.#context;
    const { name } = column.type;
    const isText = isArrayName(name) || textual.has(name);
    if (name === 'timestamptz') return possible(renderCast(value, { name: 'timestamp' }, session), undefined).text;
    if (isText) return possible(renderCast(value, { name: 'text' }, session), undefined).text;
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
      case 'values':
        return this.#values(relation);
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
          this.#define(column, renderWindowCall(expression, this.#context)),
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
      case 'set':
        return this.#set(relation);
    }
  }

  /** Names a value, so that expressions above reach it. */
  #define(column: Column, { text, scale }: Pick<Rendered, 'text' | 'scale'>): string {
    const name = nameOf(column.id);
    this.#columns.set(column.id, {
      value: { text: name, type: column.type, ...(scale ? { scale } : {}) },
      stored: name,
      isRaw: false,
    });
    return `${text} AS ${name}`;
  }

  /** Names a column again, as it is stored. */
  #passOn(column: Column, from: ReachedColumn): string {
    const name = nameOf(column.id);
    const value = from.isRaw
      ? valueOf(name, column.type, from.value.scale)
      : { ...from.value, text: name, type: column.type };
    this.#columns.set(column.id, { value, stored: name, isRaw: from.isRaw });
    return from.stored === name ? name : `${from.stored} AS ${name}`;
  }

  #project({ input, items }: Extract<Relation, { kind: 'project' }>): string {
    const ordered = items.every(isItself) ? this.#ordered(input) : { text: this.#relation(input), order: '' };
    const texts = items.map(({ column, expression }) =>
      expression.kind === 'column'
        ? this.#passOn(column, this.#context.column(expression.column))
        : this.#define(column, renderScalar(expression, this.#context)),
    );
    return `SELECT ${texts.join(', ') || '1 AS one'} FROM (${ordered.text})${ordered.order}`;
  }

  #block({ block, columns }: Extract<Relation, { kind: 'block' }>): string {
    const { text, columns: rendered } = this.#options.block(block);
    const items = columns.map((column, index) => {
      const name = nameOf(column.id);
      const { alias } = rendered[index] ?? { alias: '' };
      const scale = block.outputs[index]?.scale;
      this.#columns.set(column.id, { value: valueOf(name, column.type, scale), stored: name, isRaw: true });
      return `"${alias.replaceAll('"', '""')}" AS ${name}`;
    });
    return `SELECT ${items.join(', ')} FROM (${text})`;
  }

  #shared({ shared, columns }: Extract<Relation, { kind: 'shared' }>): string {
    const given = this.#statement.shared[shared];
    if (!given) throw new Error('a common table expression is rendered before what reads it');
    const own = columnsOf(given.relation);
    const items = columns.map((column, index) => {
      const from = own[index];
      if (!from) throw new Error('a common table expression has the columns that are read');
      return this.#passOn(column, this.#context.column(from.id));
    });
    return `SELECT ${items.join(', ')} FROM s${shared}`;
  }

  #values({ columns, rows }: Extract<Relation, { kind: 'values' }>): string {
    if (columns.length === 0) return 'SELECT 1 AS one';
    const rendered = rows.map((row) => row.map((one) => renderScalar(one, this.#context)));
    const aligned = columns.map((_, index) =>
      branches(
        'VALUES',
        rendered.map((row) => row[index]).filter((one) => one !== undefined),
        this.#context.session,
      ),
    );
    const names = columns.map((column, index) => {
      this.#define(column, { text: '', ...scaleIn(aligned[index]) });
      return nameOf(column.id);
    });
    const lines = rows.map((_, row) => `(${aligned.map(({ texts }) => texts[row]).join(', ')})`);
    return `SELECT * FROM (VALUES ${lines.join(', ')}) AS v(${names.join(', ')})`;
  }

  #function({ call, columns, ordinality }: Extract<Relation, { kind: 'function' }>): string {
    const [column] = columns;
    if (!column) throw new Error('a function of FROM has a column');
    const list = renderScalar(call, this.#context);
    const item = this.#define(column, { text: `unnest(${list.text})`, ...scaleIn(list) });
    if (!ordinality) return `SELECT ${item}`;
    const number = this.#define(ordinality, { text: `generate_subscripts(${list.text}, 1)` });
    return `SELECT ${item}, ${number}`;
  }

  /** Keys are columns before they are grouped, so that grouping sets may name them. */
  #aggregate({ input, groups, sets, calls }: Extract<Relation, { kind: 'aggregate' }>): string {
    const rows = this.#relation(input);
    const keys = groups.map(({ column, expression }) => {
      const text =
        expression.kind === 'column'
          ? this.#passOn(column, this.#context.column(expression.column))
          : this.#define(column, renderScalar(expression, this.#context));
      return { name: nameOf(column.id), text };
    });
    const values = calls.map(({ column, expression }) =>
      this.#define(column, renderAggregateCall(expression, this.#context)),
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
    const [first, second] = [this.#relation(left), this.#relation(right)];
    const lateral = isLateral ? 'LATERAL ' : '';
    if (!on) return `SELECT * FROM (${first}) CROSS JOIN ${lateral}(${second})`;
    return `SELECT * FROM (${first}) ${join.toUpperCase()} JOIN ${lateral}(${second}) ON ${this.#scalar(on)}`;
  }

  #set({ operation, isAll, left, right, columns }: Extract<Relation, { kind: 'set' }>): string {
    const texts = [left, right].map((side) => this.#relation(side));
    const sides = [left, right].map((side) => columnsOf(side).map(({ id }) => this.#context.column(id)));
    const aligned = columns.map((column, index) => {
      const [one, other] = sides.map((side) => side[index]);
      if (!one || !other) throw new Error('both sides have a column');
      return branches(
        operation.toUpperCase(),
        [one.value, other.value].map((value) => ({ ...value, type: column.type })),
        this.#context.session,
      );
    });
    const [first, second] = texts.map((text, side) => {
      const items = aligned.map((column, index) => {
        const own = columns[index];
        if (!own) throw new Error('a set operation has its columns');
        return `${column.texts[side]} AS ${nameOf(own.id)}`;
      });
      return `SELECT ${items.join(', ')} FROM (${text})`;
    });
    for (const [index, column] of columns.entries()) this.#define(column, { text: '', ...scaleIn(aligned[index]) });
    return `${first} ${operation.toUpperCase()}${isAll ? ' ALL' : ''} ${second}`;
  }
}

const numbers: ReadonlySet<string> = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric']);
const textual: ReadonlySet<string> = new Set(['interval', 'time', 'uuid', 'json', 'jsonb', 'bytea', 'record']);

function nameOf(id: ColumnId): string {
  return `c${id}`;
}

function scaleIn(rendered: { readonly scale?: Scale | undefined } | undefined): { readonly scale?: Scale } {
  return rendered?.scale ? { scale: rendered.scale } : {};
}

function isItself({ column, expression }: Computed<Scalar>): boolean {
  return expression.kind === 'column' && expression.column === column.id;
}

/** A stored value as one of the type of its column: models may call texts numbers, and numbers texts. */
export function valueOf(text: string, type: SqlType, scale?: Scale): Rendered {
  switch (type.name) {
    case 'float8':
      return { text: `CAST(${text} AS DOUBLE)`, type };
    case 'int2':
    case 'int4':
    case 'int8':
      return {
        text: `CAST(${text} AS ${type.name === 'int8' ? 'BIGINT' : type.name === 'int4' ? 'INTEGER' : 'SMALLINT'})`,
        type,
      };
    case 'bool':
      return { text: `CAST(${text} AS BOOLEAN)`, type };
    case 'timestamp':
      return { text: `CAST(${text} AS TIMESTAMP)`, type };
    case 'numeric': {
      const held = scale ?? { held: 0, isShown: true };
      return { text: `CAST(${text} AS DECIMAL(38,${held.held}))`, type, scale: held };
    }
    default:
      return { text: `CAST(${text} AS VARCHAR)`, type };
  }
}
