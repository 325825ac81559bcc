import { shownLiteral } from '@orrery/kernel';
import type { Column, Relation } from '../../relation/index.ts';
import type { TableAlias } from '../../syntax/index.ts';
import { refusePlan } from '../../refusal.ts';
import type { NameScope } from '../scope.ts';

export interface BoundFrom {
  readonly relation: Relation;
  /** The names of its tables, inside those of the select around it. */
  readonly scope: NameScope;
}

/** Returns the names of the selects around, without the other tables of the same FROM. */
export function outside(around: NameScope): NameScope {
  const { tables: _, merged: __, covered: ___, ...rest } = around;
  return { ...rest, tables: [], merged: [], covered: new Set() };
}

export function named(
  around: NameScope,
  name: string | undefined,
  columns: readonly Column[],
  qualifiers: readonly string[] = [],
): NameScope {
  return { ...outside(around), tables: [{ ...(name === undefined ? {} : { name }), qualifiers, columns }] };
}

export function renamed(columns: readonly Column[], alias: TableAlias | undefined): readonly Column[] {
  if (!alias || alias.columns.length === 0) return columns;
  if (alias.columns.length > columns.length) {
    const [given, there] = [alias.columns.length, columns.length];
    const message = `table "${shownLiteral(alias.name.text)}" has ${there} columns available but ${given} columns specified`;
    refusePlan('sql.column-names', message, alias.name.position);
  }
  return columns.map((column, index) => ({ ...column, name: alias.columns[index]?.text ?? column.name }));
}
