import { functionsNamed } from '../functions/index.ts';
import {
  type AggregateCall,
  allOf,
  type Column,
  type ColumnId,
  columnsOf,
  columnsRead,
  conjuncts,
  filtered,
  hasQuery,
  type Relation,
  type Scalar,
  withinScalar,
  type CallScalar,
} from '../relation/index.ts';
import { type StatementBinder, newColumn } from './binder.ts';
import { bool } from './coerce.ts';
import { rowsAlone } from './rows-alone.ts';

/**
 * Makes a condition on whether a sub-select has rows. Conditions on the rows around it alone are tested outside of it.
 * Rows of which one column is compared by an order are represented by their least or greatest value. So the sub-select
 * runs once for all rows around it.
 */
export function presentRows(given: Relation, binder: StatementBinder, position: number): Scalar {
  if (given.kind === 'set') {
    const [left, right] = [given.left, given.right].map((side) => presentRows(side, binder, position));
    if (given.operation === 'union' && left && right) return { kind: 'or', conditions: [left, right], type: bool };
    const found = presentOfSides(given, binder, position);
    if (found) return found;
  }
  const relation = rowsAlone(given);
  const rows = withoutProjection(relation);
  if (rows.kind === 'set' && rows !== given) return presentRows(rows, binder, position);
  if (rows.kind === 'filter') {
    const tests = conjuncts(rows.condition);
    const own = new Set(columnsOf(rows.input).map(({ id }) => id));
    const outside = tests.filter((one) => isAround(one, own));
    const inside = tests.filter((one) => !outside.includes(one));
    const ofRows =
      leastValue(rows.input, inside, own, binder, position) ?? exists(filtered(rows.input, inside), position);
    return allOf([...outside.map(isTrue), ofRows]);
  }
  return exists(relation, position);
}

/** Whether INTERSECT or EXCEPT leaves rows of a side that selects columns of the rows around it alone. */
function presentOfSides(
  { operation, isAll, left, right }: Extract<Relation, { kind: 'set' }>,
  binder: StatementBinder,
  position: number,
): Scalar | undefined {
  const [first, second] = [left, right].map((side) => {
    const values = valuesAround(side);
    const all = columnsOf(side).flatMap(({ id }) => values.get(id) ?? []);
    return all.length === columnsOf(side).length ? all : undefined;
  });
  if (operation === 'intersect') {
    if (first) return allOf([presentRows(left, binder, position), exists(equalTo(right, first), position)]);
    if (second) return allOf([presentRows(right, binder, position), exists(equalTo(left, second), position)]);
  }
  if (operation !== 'except' || isAll || !first) return undefined;
  const none: Scalar = { kind: 'not', operand: exists(equalTo(right, first), position), type: bool };
  return allOf([presentRows(left, binder, position), none]);
}

function equalTo(relation: Relation, values: readonly Scalar[]): Relation {
  const tests = columnsOf(relation).map(({ id, type }, at): Scalar => {
    const left: Scalar = { kind: 'column', column: id, type, position: 0 };
    const right = values[at] ?? left;
    return { kind: 'distinct-from', left, right, isNegated: true, type: bool };
  });
  return filtered(relation, tests);
}

/** The columns of a sub-select that have one value in all of its rows, since they read none of its own columns. */
export function valuesAround(relation: Relation): ReadonlyMap<ColumnId, Scalar> {
  switch (relation.kind) {
    case 'sort':
    case 'limit':
    case 'distinct':
      return valuesAround(relation.input);
    case 'project': {
      const own = new Set(columnsOf(relation.input).map(({ id }) => id));
      const inner = valuesAround(relation.input);
      return new Map(
        relation.items.flatMap(({ column, expression }): [ColumnId, Scalar][] => {
          const passed = expression.kind === 'column' ? inner.get(expression.column) : undefined;
          return passed ? [[column.id, passed]] : isAround(expression, own) ? [[column.id, expression]] : [];
        }),
      );
    }
    default:
      return new Map();
  }
}

const flipped: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** `EXISTS (... WHERE b.x > a.x)` is `(SELECT MAX(b.x) ...) > a.x`, where the other conditions equate or read no `a`. */
function leastValue(
  input: Relation,
  tests: readonly Scalar[],
  own: ReadonlySet<ColumnId>,
  binder: StatementBinder,
  position: number,
): Scalar | undefined {
  const around = tests.filter((one) => columnsRead(one).some((id) => !own.has(id)));
  const ordered = around.flatMap((test) => {
    const pair = orderedPair(test, own);
    return pair ? [pair] : [];
  });
  const [only, ...more] = ordered;
  if (!only || more.length > 0 || tests.some(hasQuery)) return undefined;
  // A condition on a measure tests rows here, and would test groups below an aggregate.
  if (tests.flatMap(columnsRead).some((id) => own.has(id) && !isDimension(input, id))) return undefined;
  if (!around.every((one) => one === only.test || equates(one, own))) return undefined;
  const name = only.isAbove ? 'max' : 'min';
  const entry = functionsNamed(name).find(({ parameters: [first] }) => first === only.inner.type.name);
  if (!entry) return undefined;
  const column: Column = newColumn(binder, name, only.inner.type);
  const call: AggregateCall = {
    function: entry,
    arguments: [only.inner],
    isDistinct: false,
    order: [],
    type: only.inner.type,
    position,
  };
  const rest = tests.filter((one) => one !== only.test);
  const query: Relation = {
    kind: 'aggregate',
    input: filtered(input, rest),
    groups: [],
    calls: [{ column, expression: call }],
  };
  const value: Scalar = { kind: 'scalar-query', query, type: only.inner.type, position };
  const given = only.test.arguments.map((one) => (one === only.inner ? value : one));
  return isTrue({ ...only.test, arguments: given });
}

/** Whether a scalar has one value for all rows of a sub-select with these columns. */
function isAround(scalar: Scalar, own: ReadonlySet<ColumnId>): boolean {
  return !hasQuery(scalar) && !readsAny(scalar, own) && !isVolatile(scalar);
}

function isVolatile(scalar: Scalar): boolean {
  if (scalar.kind === 'call' && scalar.function.volatility === 'volatile') return true;
  return withinScalar(scalar).scalars.some(isVolatile);
}

/** A comparison by an order of the columns of a sub-select with what stands around it. */
function orderedPair(
  test: Scalar,
  own: ReadonlySet<ColumnId>,
): { readonly test: CallScalar; readonly inner: Scalar; readonly isAbove: boolean } | undefined {
  if (test.kind !== 'call' || flipped[test.function.name] === undefined) return undefined;
  const [left, right] = test.arguments;
  if (!left || !right || left.type.name !== right.type.name) return undefined;
  const isOwn = (one: Scalar) => columnsRead(one).length > 0 && columnsRead(one).every((id) => own.has(id));
  const isGreater = test.function.name.startsWith('>');
  if (isOwn(left) && !readsAny(right, own)) return { test, inner: left, isAbove: isGreater };
  return isOwn(right) && !readsAny(left, own) ? { test, inner: right, isAbove: !isGreater } : undefined;
}

/** Whether a column is a dimension of a cube or view of a sub-select that reads these alone. */
function isDimension(relation: Relation, id: ColumnId): boolean {
  switch (relation.kind) {
    case 'piece':
      return relation.columns.some((column) => column.id === id && column.role.kind === 'dimension');
    case 'filter':
      return !hasQuery(relation.condition) && isDimension(relation.input, id);
    case 'project': {
      const item = relation.items.find(({ column }) => column.id === id);
      return item?.expression.kind === 'column' && isDimension(relation.input, item.expression.column);
    }
    default:
      return false;
  }
}

function equates(test: Scalar, own: ReadonlySet<ColumnId>): boolean {
  if (test.kind !== 'call' || test.function.name !== '=') return false;
  const sides = test.arguments.map((one) => columnsRead(one).map((id) => own.has(id)));
  return sides.every((reads) => new Set(reads).size <= 1);
}

function withoutProjection(relation: Relation): Relation {
  return relation.kind === 'project' ? withoutProjection(relation.input) : relation;
}

function exists(query: Relation, position: number): Scalar {
  return { kind: 'query-test', test: 'exists', operands: [], query, isNegated: false, type: bool, position };
}

function isTrue(operand: Scalar): Scalar {
  return { kind: 'is-truth', operand, truth: true, isNegated: false, type: bool };
}

function readsAny(scalar: Scalar, columns: ReadonlySet<ColumnId>): boolean {
  return columnsRead(scalar).some((id) => columns.has(id));
}
