import type { ColumnType, Statement } from './engine.ts';
import type { ColumnDescription, TableDescription } from './table-description.ts';

/** A table, as catalogs describe it. */
export interface CatalogTable extends Pick<TableDescription, 'schema' | 'name' | 'isOnPath' | 'kind'> {
  readonly comment: string | null;
  readonly estimatedRows: number | null;
}

/** A column, as catalogs describe it. */
export interface CatalogColumn extends Pick<ColumnDescription, 'name' | 'engineType' | 'isNullable'> {
  readonly comment: string | null;
}

/** Runs a statement and returns the texts of its only column. */
export type ReadTexts = (statement: Statement) => Promise<readonly string[]>;

/** Describes tables by a statement that returns each of them as JSON. */
export async function describeByJson<Table>(
  statement: Statement,
  {
    texts,
    most,
    read,
  }: {
    readonly texts: ReadTexts;
    readonly most: number | undefined;
    readonly read: (table: Table) => TableDescription;
  },
): Promise<readonly TableDescription[]> {
  const limit = most === undefined ? '' : ` LIMIT ${most}`;
  const rows = await texts({ ...statement, text: statement.text + limit });
  return rows.map((row) => read(JSON.parse(row) as Table)); // the shape the statement gives it
}

export function tableFacts({ schema, name, isOnPath, kind, comment, estimatedRows }: CatalogTable) {
  return {
    schema,
    name,
    isOnPath,
    kind,
    ...(comment === null ? {} : { comment }),
    ...(estimatedRows === null ? {} : { estimatedRows }),
  };
}

export function columnDescription(
  { name, engineType, isNullable, comment }: CatalogColumn,
  type: ColumnType | undefined,
): ColumnDescription {
  return {
    name,
    engineType,
    isNullable,
    ...(type === undefined ? {} : { type }),
    ...(comment === null ? {} : { comment }),
  };
}
