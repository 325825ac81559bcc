import { hasRowValue, type ModelIndex } from '@orrery/semantic';
import { type ColumnId, columnsRead } from '../relation/index.ts';
import { refuseUnsupported } from '../refusal.ts';
import type { BaseColumn, OpenPart, ShownColumn } from './part.ts';
import type { RowFilters } from './filters/row-filters.ts';

/**
 * Puts NULL in place of the columns that have no value in a single row, where all columns of their table are listed:
 * measures that aggregate rows themselves, and segments, which are conditions.
 *
 * @throws StatementRefused for such a measure that the statement selects by its name
 */
export function withoutValues(
  shown: readonly ShownColumn[],
  filters: RowFilters,
  { base, pieces }: OpenPart,
  model: ModelIndex,
): readonly ShownColumn[] {
  const plain = new Set(shown.flatMap(({ expression }) => (expression.kind === 'column' ? [expression.column] : [])));
  const columns = [...base.values()];
  const partial = new Set(
    columns.flatMap(({ id, role, piece }) => (plain.has(id) || !isOfTable(role.kind) ? [] : [piece])),
  );
  const made = shown.map((one): ShownColumn => {
    const { column, expression } = one;
    const found = expression.kind === 'column' ? base.get(expression.column) : undefined;
    if (!found || partial.has(found.piece)) return one;
    const isNothing = found.role.kind === 'segment' || isAggregateOnly(found, model);
    return isNothing ? { column, expression: { kind: 'constant', value: null, type: column.type } } : one;
  });
  const read = [...made.map(({ expression }) => expression), ...filters.above].flatMap(columnsRead);
  const refused = read
    .map((id: ColumnId) => base.get(id))
    .find((one) => one !== undefined && isAggregateOnly(one, model));
  if (refused) {
    refuseUnsupported(
      'sql.measure-of-row',
      `The measure '${refused.name}' aggregates rows and has no value for a single row`,
      positionOf(shown, refused) ?? pieces[0]?.position,
      `MEASURE(${refused.name})`,
    );
  }
  return made;
}

function isOfTable(kind: BaseColumn['role']['kind']): boolean {
  return kind === 'measure' || kind === 'dimension';
}

function isAggregateOnly({ role }: BaseColumn, model: ModelIndex): boolean {
  return role.kind === 'measure' && !hasRowValue(model, role.member);
}

function positionOf(shown: readonly ShownColumn[], { id }: BaseColumn): number | undefined {
  const found = shown.find(({ expression }) => expression.kind === 'column' && expression.column === id);
  return found?.expression.kind === 'column' ? found.expression.position : undefined;
}
