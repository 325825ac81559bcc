import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '@orrery/store';

type TextColumn = 'username' | 'display_name' | 'given_name' | 'family_name' | 'email' | 'external_id';

/** Whether a column of texts contains a part, ignoring case. */
export function contains(column: TextColumn | 'name', part = '', end = ''): RawBuilder<boolean> {
  const pattern = `%${part.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%${end}`;
  return sql<boolean>`lower(${sql.ref(column)}) LIKE ${pattern} ESCAPE '\\'`;
}

/** Whether a name that everybody may see contains a part; of an address, whatever column it is in, that before its `@`. */
export function isNamed(
  is: ExpressionBuilder<Tables, 'account_user'>,
  columns: readonly TextColumn[],
  part: string | undefined,
): Expression<SqlBool> {
  return is.or(
    columns.map((column) =>
      is.or([
        is.and([contains(column, part), sql<boolean>`${sql.ref(column)} NOT LIKE '%@%'`]),
        contains(column, part, '@%'),
      ]),
    ),
  );
}
