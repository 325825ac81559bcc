import { type ColumnId, columnsRead, type Relation, scalarsIn } from '../../relation/index.ts';
import type { CommonTable, Select } from '../../syntax/index.ts';
import { refusePlan, refuseUnsupported } from '../../refusal.ts';
import { type CommonName, newColumn, type StatementBinder } from '../binder.ts';
import { emptyScope, type NameScope } from '../scope.ts';
import { withTypes } from '../with-types.ts';

/** The names that a common table expression sees. */
interface Around {
  readonly common: readonly CommonName[];
  readonly outer: NameScope | undefined;
}

/**
 * Binds a common table expression of WITH RECURSIVE. Its columns have the types of its first side. One that reads columns
 * around it stands where it is read; others are computed once. One that reads nothing of the catalogs is refused: without
 * a condition that ends it, the engine would compute it for as long as a statement may run, also where only the first rows
 * are wanted.
 *
 * @throws StatementRefused
 */
export function bindRecursive(
  binder: StatementBinder,
  { name, columns }: Pick<CommonTable, 'name' | 'columns'>,
  query: Extract<Select, { kind: 'set' }>,
  { common, outer }: Around,
): CommonName {
  const { position, isAll } = query;
  if (query.order.length > 0 || query.limit || query.offset) {
    refuseUnsupported('sql.recursive', 'A recursive query has no ORDER BY, LIMIT and OFFSET of its own', position);
  }
  const before = binder.next;
  const readCatalog = binder.readsCatalog;
  binder.readsCatalog = false;
  const left = binder.select(query.left, emptyScope(common, outer));
  const number = binder.next;
  const own = left.output.map(({ name: shown, type }, at) => newColumn(binder, columns[at]?.text ?? shown, type));
  const self: CommonName = { name: name.text, shared: -1, columns: own, recursion: number };
  const right = binder.select(query.right, emptyScope([...common, self], outer));
  if (right.output.length !== own.length) {
    refusePlan('sql.set-columns', 'each UNION query must have the same number of columns', position);
  }
  if (!binder.readsCatalog) {
    refuseUnsupported(
      'sql.recursive',
      'WITH RECURSIVE is supported over pg_catalog and information_schema only',
      position,
    );
  }
  binder.readsCatalog = readCatalog || binder.readsCatalog;
  const types = own.map(({ type }) => type);
  const relation: Relation = {
    kind: 'recursive',
    number,
    isAll,
    left: left.relation,
    right: withTypes(binder, right, types, []),
    columns: own,
  };
  if (readsBefore(relation, before))
    return { name: name.text, shared: -1, columns: own, alone: { relation, isRead: false } };
  binder.shared.push({ name: name.text, relation });
  return { name: name.text, shared: binder.shared.length - 1, columns: own };
}

/** Whether a relation reads columns that were there before it was bound. */
function readsBefore(relation: Relation, before: ColumnId): boolean {
  return scalarsIn(relation)
    .flatMap(columnsRead)
    .some((id) => id < before);
}
