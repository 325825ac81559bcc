import { type Column, type Row, withDistinctTitles } from '@orrery/charts';
import type { QueryResult } from '@orrery/client/chat';

interface AnsweredColumn {
  readonly name: string;
  readonly column_type: unknown;
}

/** The columns of a result, as charts and tables take them. */
export function statementColumns({ schema }: { readonly schema: readonly AnsweredColumn[] }): readonly Column[] {
  const columns = schema.map(({ column_type: type, ...column }) => ({
    shortTitle: titled(column.name),
    ...(column as Column), // as the model declares it, like annotations of queries
    type: typeOf(type),
  }));
  return withDistinctTitles(columns);
}

/** The values of rows: what is neither text, number nor boolean is shown as its JSON. */
export function statementRows({ data, schema }: Pick<QueryResult, 'data' | 'schema'>): readonly Row[] {
  return data.map((row) =>
    schema.map((_, index) => {
      const value = row[index];
      if (value === null || value === undefined) return null;
      return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean); // JSON has no other kinds
    }),
  );
}

function typeOf(type: unknown): string {
  if (type === 'Int32' || type === 'Int64' || type === 'Double') return 'number';
  if (type === 'Boolean') return 'boolean';
  const isDay = typeof type === 'object' && type !== null && 'Date' in type;
  return type === 'Timestamp' || isDay ? 'time' : 'string';
}

/** `net_sales` is shown as `Net sales`. */
function titled(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
