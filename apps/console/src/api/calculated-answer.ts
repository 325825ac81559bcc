import type { Column, Row } from '@orrery/charts';
import { OrreryError } from '@orrery/client';
import type { Meta, Progress, Query } from '@orrery/client/data';
import { type QueryAnswer, answerStatement } from '@orrery/embed';
import type { CalculatedQuery } from '../model/calculated-fields.ts';
import { statementPartsOf } from '../model/calculation-sql.ts';
import type { DataIdentity } from './data.ts';

interface CalculatedAnswerOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

interface ModelStatement {
  readonly text: string;
  readonly timezone: string | undefined;
}

/**
 * The statement of a query with calculated fields; without any that has a value, the query itself.
 *
 * @throws why the query has no form as a statement
 */
export async function statementOf(
  { data }: Pick<DataIdentity, 'data'>,
  asked: CalculatedQuery,
  { keepsRelativeDates, signal }: CalculatedAnswerOptions & { readonly keepsRelativeDates?: boolean } = {},
): Promise<ModelStatement | Query> {
  const { query, calculatedFields } = statementPartsOf(asked);
  if (calculatedFields.length === 0) return query;
  const converted = await data.convert(query, { calculatedFields, keepsRelativeDates, signal });
  if (converted.status === 'error') {
    throw new OrreryError(converted.error, { code: 'client.no-statement', status: 400 });
  }
  return { text: String(converted.query), timezone: converted.timezone };
}

export function isStatement(made: ModelStatement | Query): made is ModelStatement {
  return 'text' in made;
}

/** The rows of a query with calculated fields. @param load asks a query without any */
export async function calculatedAnswer(
  asker: Pick<DataIdentity, 'data'>,
  asked: CalculatedQuery,
  meta: Meta,
  { load, ...options }: CalculatedAnswerOptions & { readonly load: (query: Query) => Promise<QueryAnswer> },
): Promise<QueryAnswer> {
  const made = await statementOf(asker, asked, options);
  if (!isStatement(made)) return load(made);
  const { text, timezone } = made;
  const { dimensions = [], limit, offset } = asked.query;
  const { usual, most = Number.POSITIVE_INFINITY } = meta.rowLimits ?? {};
  const answered = await answerStatement(asker.data, text, { ...options, timezone });
  const table = inOrder(answered.columns, answered.rows, dimensions);
  const rowLimit = limit ?? usual ?? most;
  return { ...answered, ...table, isTruncated: table.rows.length >= rowLimit, rowLimit, offset };
}

/** Dimensions in the order of the query, then everything else. */
function inOrder(columns: readonly Column[], rows: readonly Row[], dimensions: readonly string[]) {
  const placeOf = ({ name }: Column) => (dimensions.includes(name) ? dimensions.indexOf(name) : dimensions.length);
  const order = columns
    .map((column, index) => ({ column, index }))
    .toSorted((one, other) => placeOf(one.column) - placeOf(other.column) || one.index - other.index);
  return {
    columns: order.map(({ column }) => column),
    rows: rows.map((row) => order.map(({ index }) => row[index])),
  };
}
