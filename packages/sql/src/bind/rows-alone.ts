import { type Computed, columnsOf, columnsRead, type Relation, type Scalar } from '../relation/index.ts';

const one: Scalar = { kind: 'constant', value: '1', type: { name: 'int4' } };

/**
 * Reduces a sub-select of which only the presence of rows matters. Its selected values are left out, so that it runs
 * once, and not for each row around it; so are groups, DISTINCT and limits, which do not change whether there are rows.
 */
export function rowsAlone(relation: Relation): Relation {
  switch (relation.kind) {
    case 'distinct':
      return rowsAlone(relation.input);
    case 'sort': {
      const input = rowsAlone(relation.input);
      return input === relation.input ? relation : input;
    }
    case 'limit': {
      const input = rowsAlone(relation.input);
      if (leavesRows(relation)) return input;
      return input === relation.input ? relation : { ...relation, input };
    }
    case 'aggregate':
      return relation.groups.length > 0 && !relation.sets ? rowsAlone(relation.input) : relation;
    case 'project': {
      const input = rowsAlone(relation.input);
      const own = new Set(columnsOf(input).map(({ id }) => id));
      const isOfOthers = (scalar: Scalar) => columnsRead(scalar).some((id) => !own.has(id));
      const items = relation.items.map(({ column, expression }): Computed<Scalar> => {
        if (!isOfOthers(expression)) return { column, expression };
        return { column: { ...column, type: one.type }, expression: one };
      });
      return { ...relation, input, items };
    }
    default:
      return relation;
  }
}

/** Whether there are rows after a limit where there were some before. */
function leavesRows({ count, offset }: Extract<Relation, { kind: 'limit' }>): boolean {
  const isNone = offset === undefined || numberOf(offset) === 0;
  return isNone && (count === undefined || (numberOf(count) ?? 0) >= 1);
}

/** The number that a limit is written as; undefined for any other. */
export function numberOf(scalar: Scalar): number | undefined {
  if (scalar.kind === 'cast') return numberOf(scalar.operand);
  return scalar.kind === 'constant' && scalar.value !== null ? Number(scalar.value) : undefined;
}
