import type { ColumnId, Relation } from './relation.ts';
import type { AggregateCall, Frame, FrameBound, Scalar, WindowCall } from './scalar.ts';
import type { SortKey } from './relation.ts';

type ScalarChange = (scalar: Scalar) => Scalar;

/** The table of children of an expression; relations of sub-queries are changed by `relation`. */
export function mapScalars(scalar: Scalar, change: ScalarChange, relation: (query: Relation) => Relation): Scalar {
  switch (scalar.kind) {
    case 'column':
    case 'constant':
    case 'parameter':
      return scalar;
    case 'call':
      return { ...scalar, arguments: scalar.arguments.map(change) };
    case 'cast':
    case 'not':
    case 'is-null':
    case 'is-truth':
      return { ...scalar, operand: change(scalar.operand) };
    case 'case':
      return {
        ...scalar,
        when: scalar.when.map(({ condition, value }) => ({ condition: change(condition), value: change(value) })),
        ...(scalar.otherwise ? { otherwise: change(scalar.otherwise) } : {}),
      };
    case 'and':
    case 'or':
      return { ...scalar, conditions: scalar.conditions.map(change) };
    case 'distinct-from':
      return { ...scalar, left: change(scalar.left), right: change(scalar.right) };
    case 'in-list':
      return { ...scalar, operand: change(scalar.operand), items: scalar.items.map(change) };
    case 'coalesce':
    case 'greatest':
    case 'least':
    case 'array':
      return { ...scalar, items: scalar.items.map(change) };
    case 'subscript':
      return { ...scalar, operand: change(scalar.operand), index: change(scalar.index) };
    case 'scalar-query':
      return { ...scalar, query: relation(scalar.query) };
    case 'query-test':
      return { ...scalar, operands: scalar.operands.map(change), query: relation(scalar.query) };
  }
}

/** The expressions that an expression is made of, and the relations of its sub-queries. */
export function withinScalar(scalar: Scalar): {
  readonly scalars: readonly Scalar[];
  readonly queries: readonly Relation[];
} {
  const scalars: Scalar[] = [];
  const queries: Relation[] = [];
  mapScalars(
    scalar,
    (one) => {
      scalars.push(one);
      return one;
    },
    (query) => {
      queries.push(query);
      return query;
    },
  );
  return { scalars, queries };
}

/** Changes every expression of a relation and of the relations below it, `change` deciding how deep. */
export function mapScalarsOf(relation: Relation, change: ScalarChange): Relation {
  const below = (input: Relation) => mapScalarsOf(input, change);
  switch (relation.kind) {
    case 'piece':
    case 'catalog':
    case 'shared':
    case 'recursion':
    case 'block':
      return relation;
    case 'values':
      return { ...relation, rows: relation.rows.map((row) => row.map(change)) };
    case 'function': {
      const [call, ...others] = [relation.call, ...(relation.others ?? [])].map((one) => {
        const changed = change(one);
        if (changed.kind !== 'call') throw new Error('a function of FROM stays a call');
        return changed;
      });
      return { ...relation, ...(call ? { call } : {}), ...(relation.others ? { others } : {}) };
    }
    case 'filter':
      return { ...relation, input: below(relation.input), condition: change(relation.condition) };
    case 'project':
      return {
        ...relation,
        input: below(relation.input),
        items: relation.items.map((item) => ({ ...item, expression: change(item.expression) })),
      };
    case 'aggregate':
      return {
        ...relation,
        input: below(relation.input),
        groups: relation.groups.map((item) => ({ ...item, expression: change(item.expression) })),
        calls: relation.calls.map((item) => ({ ...item, expression: mapCall(item.expression, change) })),
      };
    case 'window':
      return {
        ...relation,
        input: below(relation.input),
        calls: relation.calls.map((item) => ({ ...item, expression: mapWindow(item.expression, change) })),
      };
    case 'sort':
      return { ...relation, input: below(relation.input), by: mapKeys(relation.by, change) };
    case 'limit':
      return {
        ...relation,
        input: below(relation.input),
        ...(relation.count ? { count: change(relation.count) } : {}),
        ...(relation.offset ? { offset: change(relation.offset) } : {}),
      };
    case 'distinct':
      return {
        ...relation,
        input: below(relation.input),
        ...(relation.on ? { on: relation.on.map(change) } : {}),
      };
    case 'join':
      return {
        ...relation,
        left: below(relation.left),
        right: below(relation.right),
        ...(relation.on ? { on: change(relation.on) } : {}),
      };
    case 'set':
    case 'recursive':
      return { ...relation, left: below(relation.left), right: below(relation.right) };
  }
}

function mapKeys(keys: readonly SortKey[], change: ScalarChange): readonly SortKey[] {
  return keys.map((key) => ({ ...key, expression: change(key.expression) }));
}

export function mapCall(call: AggregateCall, change: ScalarChange): AggregateCall {
  return {
    ...call,
    arguments: call.arguments.map(change),
    order: mapKeys(call.order, change),
    ...(call.filter ? { filter: change(call.filter) } : {}),
  };
}

export function mapWindow(call: WindowCall, change: ScalarChange): WindowCall {
  return {
    ...call,
    ...mapCall(call, change),
    partition: call.partition.map(change),
    over: mapKeys(call.over, change),
    ...(call.frame ? { frame: mapFrame(call.frame, change) } : {}),
  };
}

function mapFrame(frame: Frame, change: ScalarChange): Frame {
  const bound = (one: FrameBound): FrameBound => ('by' in one ? { ...one, by: change(one.by) } : one);
  return { ...frame, from: bound(frame.from), to: bound(frame.to) };
}

/** All expressions of a relation and of the relations below it, outermost of each tree only. */
export function scalarsIn(relation: Relation): readonly Scalar[] {
  const found: Scalar[] = [];
  mapScalarsOf(relation, (scalar) => {
    found.push(scalar);
    return scalar;
  });
  return found;
}

/** Columns that an expression reads, those inside of its sub-queries included. */
export function columnsRead(scalar: Scalar): readonly ColumnId[] {
  if (scalar.kind === 'column') return [scalar.column];
  const { scalars, queries } = withinScalar(scalar);
  return [...scalars.flatMap(columnsRead), ...queries.flatMap(scalarsIn).flatMap(columnsRead)];
}

/** Whether two expressions are one, wherever they stand in the text. */
export function sameScalar(one: Scalar, other: Scalar): boolean {
  return one === other || keyOf(one) === keyOf(other);
}

/** A text that equal expressions and calls share, wherever they stand in the statement. */
export function keyOf(tree: Scalar | AggregateCall): string {
  return JSON.stringify(tree, (key, value) => {
    if (key === 'position' || key === 'isWhole') return undefined;
    if (key !== 'function' && key !== 'operator') return value;
    return [value?.name, value?.parameters, value?.result];
  });
}

/** Whether sub-queries stand in an expression. */
export function hasQuery(scalar: Scalar): boolean {
  let found = false;
  const look = (one: Scalar): Scalar => {
    if (!found) mapScalars(one, look, noted);
    return one;
  };
  const noted = (query: Relation): Relation => {
    found = true;
    return query;
  };
  look(scalar);
  return found;
}

/** Returns the condition that `x IS TRUE` and `x = TRUE` test; undefined for other expressions. */
export function testedTrue(filter: Scalar): Scalar | undefined {
  if (filter.kind === 'is-truth') return filter.truth === true && !filter.isNegated ? filter.operand : undefined;
  if (filter.kind !== 'call' || filter.function.name !== '=') return undefined;
  const [left, right] = filter.arguments;
  const isTrue = (one: Scalar | undefined) =>
    one?.kind === 'constant' && one.type.name === 'bool' && one.value === 'true';
  return isTrue(right) ? left : isTrue(left) ? right : undefined;
}

/** The conditions that are joined with AND. */
export function conjuncts(scalar: Scalar): readonly Scalar[] {
  return scalar.kind === 'and' ? scalar.conditions.flatMap(conjuncts) : [scalar];
}

/** One condition of several. */
export function allOf(conditions: readonly Scalar[]): Scalar {
  const [only] = conditions;
  return conditions.length === 1 && only ? only : { kind: 'and', conditions, type: { name: 'bool' } };
}

export function filtered(input: Relation, conditions: readonly Scalar[]): Relation {
  return conditions.length === 0 ? input : { kind: 'filter', input, condition: allOf(conditions) };
}
