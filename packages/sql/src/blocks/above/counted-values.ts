import type { QueryItem } from '@orrery/semantic';
import { type Block, type Column, type ColumnId, columnsOf, columnsRead, type Relation } from '../../relation/index.ts';
import type { SqlType } from '../../types/index.ts';

const text: SqlType = { name: 'text' };

/**
 * Rows in which distinct counts have the values that they count, in place of 1 and 0.
 *
 * @param ids columns of distinct counts @returns undefined where something else reads them
 */
export function withCountedValues(relation: Relation, ids: ReadonlySet<ColumnId>): Relation | undefined {
  if (ids.size === 0) return relation;
  switch (relation.kind) {
    case 'block': {
      const counted = relation.columns.flatMap(({ id }, at) => (ids.has(id) ? [at] : []));
      return { ...relation, block: countedIn(relation.block, counted), columns: asTexts(relation.columns, ids) };
    }
    case 'project': {
      const items = relation.items.map((item) =>
        ids.has(item.column.id)
          ? { column: { ...item.column, type: text }, expression: { ...item.expression, type: text } }
          : item,
      );
      const read = items.filter(({ column }) => ids.has(column.id)).map(({ expression }) => expression);
      const below = new Set(read.flatMap((one) => (one.kind === 'column' ? [one.column] : [])));
      const others = relation.items.filter(({ column }) => !ids.has(column.id)).map(({ expression }) => expression);
      if (read.some(({ kind }) => kind !== 'column') || others.flatMap(columnsRead).some((id) => below.has(id)))
        return undefined;
      const input = withCountedValues(relation.input, below);
      return input && { ...relation, input, items };
    }
    case 'filter':
    case 'sort': {
      const own = relation.kind === 'filter' ? [relation.condition] : relation.by.map(({ expression }) => expression);
      if (own.flatMap(columnsRead).some((id) => ids.has(id))) return undefined;
      const input = withCountedValues(relation.input, ids);
      return input && { ...relation, input };
    }
    case 'join': {
      if (relation.isLateral || (relation.on && columnsRead(relation.on).some((id) => ids.has(id)))) return undefined;
      const [left, right] = [relation.left, relation.right].map((side) =>
        withCountedValues(side, new Set(columnsOf(side).flatMap(({ id }) => (ids.has(id) ? [id] : [])))),
      );
      return left && right && { ...relation, left, right };
    }
    default:
      return undefined;
  }
}

/** The values are told apart by their texts. */
function countedIn(block: Block, counted: readonly number[]): Block {
  const items = new Map(
    counted.map((at): [string, Exclude<QueryItem, string>] => {
      const measure = block.outputs[at]?.name ?? '';
      const value = { kind: 'altered', measure, function: 'min' } as const;
      return [measure, { name: `counted_${at + 1}`, expression: { kind: 'sql', parts: [value], type: 'string' } }];
    }),
  );
  const measures = block.query.measures.map((item) => (typeof item === 'string' ? (items.get(item) ?? item) : item));
  const outputs = block.outputs.map((output) => {
    const name = items.get(output.name)?.name;
    return name === undefined ? output : { ...output, name };
  });
  return { ...block, query: { ...block.query, measures }, outputs };
}

function asTexts(columns: readonly Column[], ids: ReadonlySet<ColumnId>): readonly Column[] {
  return columns.map((column) => (ids.has(column.id) ? { ...column, type: text } : column));
}
