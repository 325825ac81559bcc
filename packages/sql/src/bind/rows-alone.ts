import { type Computed, columnsOf, columnsRead, type Relation, type Scalar } from '../relation/index.ts';

const one: Scalar = { kind: 'constant', value: '1', type: { name: 'int4' } };

/**
 * The rows of a sub-select of which only their presence is asked. What it selects of the rows around it is left out, so
 * that it runs once, and not for each of them.
 */
export function rowsAlone(relation: Relation): Relation {
  switch (relation.kind) {
    case 'limit':
    case 'sort': {
      const input = rowsAlone(relation.input);
      return input === relation.input ? relation : { ...relation, input };
    }
    case 'project': {
      const own = new Set(columnsOf(relation.input).map(({ id }) => id));
      const isOfOthers = (scalar: Scalar) => columnsRead(scalar).some((id) => !own.has(id));
      const items = relation.items.map(({ column, expression }): Computed<Scalar> => {
        if (!isOfOthers(expression)) return { column, expression };
        return { column: { ...column, type: one.type }, expression: one };
      });
      return { ...relation, items };
    }
    default:
      return relation;
  }
}
