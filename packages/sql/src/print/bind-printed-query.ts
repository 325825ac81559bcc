import { type BoundQuery, type CubeName, type ModelIndex, type Output, type Query } from '@orrery/semantic';
import { typeOfMember } from '../bind/index.ts';
import type { BoundStatement, Column, Relation, Scalar, SortKey } from '../relation/index.ts';
import { sameType, type SqlType } from '../types/index.ts';
import { type Aliases, aliasesOf } from './aliases.ts';
import { piecesOf } from './print-query.ts';

/** How `printQuery` printed the query: without a limit where it names none. */
export interface PrintedForm {
  readonly text: string;
  readonly aliases: Aliases;
}

/**
 * The statement that a query is printed as, with its one block, as it is found in the text. Nothing is parsed.
 *
 * @param bound the query, bound without a limit
 */
export function bindPrintedQuery(
  query: Query,
  bound: BoundQuery,
  model: ModelIndex,
  { text, aliases }: PrintedForm,
): BoundStatement {
  const { outputs } = bound;
  const aliasOf = aliasesOf(bound, aliases);
  const below = outputs.map((output, id): Column => ({ id, name: output.name, type: typeOfOutput(output, model) }));
  const shown = below.map((column, index): Column => {
    const isMeasured = outputs[index]?.role === 'measure' && !bound.isUngrouped;
    const type = isMeasured ? typeOfCall(column.type) : column.type;
    return { id: outputs.length + index, name: aliasOf(column.name), type };
  });
  const { limit, offset, order: _, ...rest } = query;
  const pieces = piecesRead(bound);
  const position = text.indexOf(from) + from.length;
  const block = { query: { ...rest, order: [] }, outputs: outputs.map(({ name }) => ({ name })), pieces, position };
  const items = shown.map((column, index) => ({ column, expression: typedAs(column.type, columnAt(below, index)) }));
  const rows: Relation = { kind: 'project', input: { kind: 'block', block, columns: below }, items };
  const by = keysOf(bound, shown);
  const sorted: Relation = by.length === 0 ? rows : { kind: 'sort', input: rows, by };
  const isCut = limit !== undefined || (offset ?? 0) > 0;
  return {
    relation: isCut ? { kind: 'limit', input: sorted, ...bounds({ limit, offset }) } : sorted,
    shared: [],
    output: shown,
    next: 2 * outputs.length,
  };
}

const from = '\nFROM ';

function typeOfOutput({ expression }: Output, model: ModelIndex): SqlType {
  if (expression.kind === 'bucket') return { name: 'timestamp' };
  const member = 'member' in expression ? model.members.get(expression.member) : undefined;
  if (!member) throw new Error('a query that is printed shows members');
  return typeOfMember(member, model);
}

/** The type of `MEASURE`, which has no digits of its own. */
function typeOfCall({ name }: SqlType): SqlType {
  return { name };
}

function typedAs(type: SqlType, value: Scalar): Scalar {
  return sameType(type, value.type) ? value : { kind: 'cast', operand: value, type, position: 0 };
}

/** Cubes and views in the order of FROM. The text does not contain the conditions of views. */
function piecesRead(bound: BoundQuery): readonly CubeName[] {
  const defaults = new Set(bound.defaultFilters);
  const filters = [...bound.rowFilters, ...bound.groupFilters].filter((one) => !defaults.has(one));
  return [...new Set([...bound.joinHints.flat(), ...piecesOf(bound, filters)])];
}

/** The order of the query, and of what it leaves equal. NULL is last. */
function keysOf({ order, outputs }: BoundQuery, columns: readonly Column[]): readonly SortKey[] {
  if (order.length === 0) return [];
  const known = new Set(order.map(({ output }) => output));
  const rest = outputs.flatMap(({ role }, output) =>
    role === 'measure' || known.has(output) ? [] : [{ output, isDescending: false }],
  );
  return [...order, ...rest].map(({ output, isDescending }) => {
    return { expression: columnAt(columns, output), isDescending, nullsFirst: false };
  });
}

function columnAt(columns: readonly Column[], index: number): Scalar {
  const column = columns[index];
  if (!column) throw new Error('each output is a column');
  return { kind: 'column', column: column.id, type: column.type, position: 0 };
}

function bounds({ limit, offset = 0 }: { readonly limit: number | undefined; readonly offset: number | undefined }) {
  return {
    ...(limit === undefined ? {} : { count: whole(limit) }),
    ...(offset === 0 ? {} : { offset: whole(offset) }),
  };
}

function whole(value: number): Scalar {
  return { kind: 'constant', value: String(value), type: { name: 'int8' } };
}
