import { shownLiteral } from '@orrery/kernel';
import type { Select } from '../syntax/index.ts';
import { columnsOf } from '../relation/index.ts';
import { refusePlan } from '../refusal.ts';
import type { StatementBinder, CommonName } from './binder.ts';
import { bindRecursive } from './rows/bind-recursive.ts';
import { emptyScope, type NameScope } from './scope.ts';

/** Binds common table expressions. @returns a scope without tables that has their names, inside of `outer` */
export function bindWith(binder: StatementBinder, tables: Select['with'], outer: NameScope | undefined): NameScope {
  let common: readonly CommonName[] = outer?.common ?? [];
  const own = new Set<string>();
  for (const { name, columns, query, isRecursive } of tables) {
    const folded = name.text.toLowerCase();
    if (own.has(folded)) {
      refusePlan(
        'sql.duplicate-name',
        `WITH query name "${shownLiteral(name.text)}" specified more than once`,
        name.position,
      );
    }
    own.add(folded);
    if (isRecursive && query.kind === 'set' && query.operation === 'union') {
      common = [...common, bindRecursive(binder, { name, columns }, query, { common, outer })];
      continue;
    }
    const bound = binder.select(query, emptyScope(common, outer));
    if (columns.length > bound.output.length) {
      refusePlan(
        'sql.column-names',
        `WITH query "${shownLiteral(name.text)}" has fewer columns than names`,
        name.position,
      );
    }
    const named = columnsOf(bound.relation).map((column, index) => ({
      ...column,
      name: columns[index]?.text ?? bound.output[index]?.name ?? column.name,
    }));
    binder.shared.push({ name: name.text, relation: bound.relation });
    common = [...common, { name: name.text, shared: binder.shared.length - 1, columns: named }];
  }
  return emptyScope(common, outer);
}
