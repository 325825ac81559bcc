import { hasQuery } from '../../relation/index.ts';
import type { Column, ColumnId, Relation, Scalar } from '../../relation/index.ts';
import { columnScalar, fresh, type NewColumns, substitute } from '../part.ts';

/** A selection whose columns have numbers of their own, since no two relations may share one. */
interface Copied {
  readonly relation: Relation;
  /** An expression over the selection as one over the copy. */
  over(scalar: Scalar): Scalar;
}

/** @returns undefined for what is no selection, and for one with sub-queries */
export function copied(given: Relation, numbers: NewColumns): Copied | undefined {
  const columns = new Map<ColumnId, Scalar>();
  const over = (scalar: Scalar) => substitute(scalar, (id) => columns.get(id));
  const relation = copy(given);
  return relation && { relation, over };

  function own<One extends Column>(column: One): One {
    const { id } = fresh(numbers, column);
    columns.set(column.id, columnScalar({ id, type: column.type }));
    return { ...column, id };
  }

  function copy(one: Relation): Relation | undefined {
    switch (one.kind) {
      case 'piece':
        return { ...one, columns: one.columns.map(own) };
      case 'shared':
        return { ...one, columns: one.columns.map(own) };
      case 'filter': {
        const input = copy(one.input);
        return input && !hasQuery(one.condition) ? { ...one, input, condition: over(one.condition) } : undefined;
      }
      case 'project': {
        const input = copy(one.input);
        if (!input || one.items.some(({ expression }) => hasQuery(expression))) return undefined;
        const expressions = one.items.map(({ expression }) => over(expression));
        const items = one.items.flatMap(({ column }, at) => {
          const expression = expressions[at];
          return expression ? [{ column: own(column), expression }] : [];
        });
        return { ...one, input, items };
      }
      case 'join': {
        const [left, right] = [copy(one.left), copy(one.right)];
        if (!left || !right || one.isLateral || (one.on && hasQuery(one.on))) return undefined;
        return { ...one, left, right, ...(one.on ? { on: over(one.on) } : {}) };
      }
      default:
        return undefined;
    }
  }
}
