import type { TableDescription } from '@orrery/engines';
import { didYouMean } from '@orrery/kernel';
import { type Cube, type Fragment, type ModelIndex, requireCube, type SiteOptions } from '@orrery/semantic';
import { isSameName, isTableName, readPart, tableNameOf } from '../table-name-of.ts';

/** The table that a cube names and the source lacks, and the most similar existing one. */
export function nearTable(cube: Cube, tables: readonly TableDescription[]): SiteOptions {
  const written = tableNameOf(cube);
  if (!written || tables.some((table) => isTableName(written, table))) return {};
  const names = tables.map(({ schema, name, isOnPath }) => (isOnPath ? name : `${schema}.${name}`));
  const wanted = written.schema ? `${written.schema.text}.${written.name.text}` : written.name.text;
  return { hint: didYouMean(wanted, names) };
}

/** The first column in the SQL that its table lacks, and the most similar existing one. */
export function nearColumn(
  fragments: readonly Fragment[],
  model: ModelIndex,
  tables: readonly TableDescription[],
): SiteOptions {
  for (const { cube, written } of fragments.flatMap(columnsOf)) {
    const name = tableNameOf(requireCube(model, cube));
    const table = name && tables.find((one) => isTableName(name, one));
    const part = readPart(written);
    if (!table || table.columns.some((column) => isSameName(part, column.name))) continue;
    const hint = didYouMean(
      part.text,
      table.columns.map((column) => column.name),
    );
    return { mark: written, ...(hint ? { hint } : {}) };
  }
  return {};
}

/** Lists the columns named after the dot of a cube: `{CUBE}.status`. */
function columnsOf({ parts }: Fragment): readonly { readonly cube: string; readonly written: string }[] {
  return parts.flatMap((part, index) => {
    const next = parts[index + 1];
    if (part.kind !== 'cube' || next?.kind !== 'text') return [];
    const written = /^\s*\.\s*("(?:[^"]|"")+"|`(?:[^`]|``)+`|\w+)/.exec(next.text)?.[1];
    return written === undefined ? [] : [{ cube: part.cube, written }];
  });
}
