import type { TableDescription } from '@orrery/engines';
import type { ExistingModel } from '../existing-model.ts';
import { type NameSpace, snakeName } from './names.ts';

/**
 * Names a cube per table after it. Where several tables want one name, the table found by the plain name gets it, and
 * the others are prefixed with their schema.
 */
export function nameCubes(
  tables: readonly TableDescription[],
  existing: ExistingModel,
  names: NameSpace,
): ReadonlyMap<TableDescription, string> {
  const found = new Map<TableDescription, string>();
  for (const table of tables) {
    const known = existing.cubeOver(table);
    if (known !== undefined) found.set(table, known.name);
    else if (table.isOnPath) found.set(table, names.take(plainName(table)));
  }
  for (const table of tables) {
    if (found.has(table)) continue;
    const plain = plainName(table);
    found.set(table, names.take(plain, `${snakeName(table.schema, 'other')}_${plain}`));
  }
  return found;
}

/** The name its cube gets when no other table wants it. */
export function plainName({ name }: TableDescription): string {
  return snakeName(name, 'unnamed_table');
}
