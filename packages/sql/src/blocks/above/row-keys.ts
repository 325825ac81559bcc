import {
  type ColumnId,
  columnsOf,
  columnsRead,
  type Relation,
  type Scalar,
  type SharedRelation,
  type JoinRelation,
} from '../../relation/index.ts';

/** Columns of one side of a join that its condition compares with values of the other. */
export function keysOf({ on }: JoinRelation, side: Relation, other: Relation): ReadonlySet<ColumnId> {
  const sides = new Set(columnsOf(side).map(({ id }) => id));
  const others = new Set(columnsOf(other).map(({ id }) => id));
  const keys = on === undefined ? [] : conditionsOf(on).flatMap((one) => keyOf(one, sides, others));
  return new Set(keys);
}

function conditionsOf(scalar: Scalar): readonly Scalar[] {
  return scalar.kind === 'and' ? scalar.conditions.flatMap(conditionsOf) : [scalar];
}

function keyOf(condition: Scalar, sides: ReadonlySet<ColumnId>, others: ReadonlySet<ColumnId>): readonly ColumnId[] {
  const pair = equated(condition);
  const keyIn = (one: Scalar | undefined, value: Scalar | undefined) =>
    one?.kind === 'column' && others.has(one.column) && value && columnsRead(value).every((id) => sides.has(id))
      ? [one.column]
      : [];
  return pair ? [...keyIn(pair[0], pair[1]), ...keyIn(pair[1], pair[0])] : [];
}

/** The two sides of `a = b`, of `a IS NOT DISTINCT FROM b`, and of `a = b OR (a IS NULL AND b IS NULL)`. */
export function equated(condition: Scalar): readonly [Scalar, Scalar] | undefined {
  if (condition.kind === 'distinct-from') return condition.isNegated ? [condition.left, condition.right] : undefined;
  if (condition.kind === 'or') {
    const [first, second, ...others] = condition.conditions;
    const isBothNull =
      second?.kind === 'and' && second.conditions.every((one) => one.kind === 'is-null' && !one.isNegated);
    if (!first || !isBothNull || others.length > 0) return undefined;
    const pair = equated(first);
    const read = new Set(pair?.flatMap(columnsRead));
    const nulls = new Set(columnsRead(second));
    return pair &&
      pair.every(({ kind }) => kind === 'column') &&
      read.size === nulls.size &&
      [...read].every((id) => nulls.has(id))
      ? pair
      : undefined;
  }
  if (condition.kind !== 'call' || condition.function.name !== '=') return undefined;
  const [left, right] = condition.arguments;
  return left && right ? [left, right] : undefined;
}

/** Whether at most one row has certain values in the key columns. @param shared common table expressions by their number */
export function isAtMostOne(
  relation: Relation,
  keys: ReadonlySet<ColumnId>,
  shared: readonly SharedRelation[],
): boolean {
  switch (relation.kind) {
    case 'aggregate':
      return !relation.sets && relation.groups.every(({ column }) => keys.has(column.id));
    case 'project': {
      const inner = relation.items.flatMap(({ column, expression }) =>
        keys.has(column.id) && expression.kind === 'column' ? [expression.column] : [],
      );
      return isAtMostOne(relation.input, new Set(inner), shared);
    }
    case 'filter':
    case 'sort':
    case 'window':
      return isAtMostOne(relation.input, keys, shared);
    case 'limit':
      return (
        (relation.count?.kind === 'constant' && relation.count.value === '1') ||
        isAtMostOne(relation.input, keys, shared)
      );
    case 'distinct':
      return !relation.on && columnsOf(relation.input).every(({ id }) => keys.has(id));
    case 'values':
      return relation.rows.length <= 1 || haveOwnKeys(relation, keys);
    case 'block': {
      const { query, outputs } = relation.block;
      if (query.ungrouped === true) return false;
      const names = new Set([
        ...query.dimensions.map((one) => (typeof one === 'string' ? one : one.name)),
        ...query.timeDimensions.flatMap(({ dimension, granularity }) =>
          granularity === undefined ? [] : [`${dimension}.${granularity}`],
        ),
      ]);
      const shown = new Set(relation.columns.flatMap(({ id }, at) => (keys.has(id) ? [outputs[at]?.name] : [])));
      return [...names].every((name) => shown.has(name));
    }
    case 'shared': {
      const target = shared[relation.shared]?.relation;
      const columns = target ? columnsOf(target) : [];
      const inner = columns.flatMap(({ id }, at) => (keys.has(relation.columns[at]?.id ?? -1) ? [id] : []));
      return target !== undefined && isAtMostOne(target, new Set(inner), shared);
    }
    case 'function': {
      const [column] = relation.columns;
      return column !== undefined && keys.has(column.id) && relation.call.function.name === 'generate_series';
    }
    case 'set':
    case 'recursive':
    case 'recursion':
    case 'join':
    case 'catalog':
    case 'piece':
      return false;
  }
}

/** Types of which equal values have one text. */
const ofOneText: ReadonlySet<string> = new Set(['text', 'varchar', 'int2', 'int4', 'int8', 'date']);

/** Whether rows of constants differ in certain columns. */
function haveOwnKeys({ columns, rows }: Extract<Relation, { kind: 'values' }>, keys: ReadonlySet<ColumnId>): boolean {
  const places = columns.flatMap(({ id, type }, at) => (keys.has(id) && ofOneText.has(type.name) ? [at] : []));
  const texts = rows.map((row) =>
    places.map((at) => {
      const cell = row[at];
      return cell?.kind === 'constant' ? cell.value : undefined;
    }),
  );
  if (places.length === 0 || texts.some((row) => row.includes(undefined))) return false;
  return new Set(texts.map((row) => JSON.stringify(row))).size === rows.length;
}
