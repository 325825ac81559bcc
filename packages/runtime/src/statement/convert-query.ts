import type { ConvertedQuery, WireQuery } from '@orrery/contract';
import type { DataScope } from '@orrery/kernel';
import type { CalculatedField } from '@orrery/sql';
import { knowTypes, parseKnowing, type PreparedBlock, type RequestMemory, tenantOf } from '../query/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import { isKnown, lastingPhrases, membersNamedBy, withoutFields } from './calculated-fields.ts';
import type { PrintedQuery } from './place-statement.ts';
import { readSelect, requireExpression } from './read-statement.ts';
import { StatementInvalid } from './refuse-statement.ts';
import type { Statements } from './statements.ts';

interface Converting {
  readonly principal: DataScope;
  readonly now: number;
}

const cannot = 'Provided sql query can not be converted to rest query.';

/** Converts SQL over the model into a query of the JSON API. @throws StatementInvalid, InvalidQuery */
export async function convertToRest(
  runtime: CallerRuntime,
  text: string,
  { principal, now, statements }: Converting & { readonly statements: Statements },
): Promise<ConvertedQuery> {
  const select = await readSelect(text, statements.of(runtime, principal));
  const { wireQueryOfStatement } = await import('./convert-statement.ts');
  const asker = { tenant: tenantOf(principal), insists: false };
  const made = await knowTypes(
    runtime,
    asker,
    (state) => wireQueryOfStatement(select, { text, now }, state),
    (found) => ('why' in found ? [] : found.blocks),
  );
  return 'why' in made ? { status: 'error', error: cannot, reason: made.why } : { status: 'ok', query: made.query };
}

/** A query as SQL over the model. @throws StatementInvalid for one that no statement says */
export async function printedQuery(prepared: PreparedBlock): Promise<string> {
  const { statementOfQuery } = await import('./convert-statement.ts');
  const made = statementOfQuery(prepared);
  if ('text' in made) return made.text;
  throw new StatementInvalid('Unsupported Error', 'sql.no-form', made.why);
}

/**
 * Prints a query for records, while the query itself runs: columns have words as names, and a query without a limit has all
 * of its rows, which can be counted.
 *
 * @returns undefined for one that no statement says @throws InvalidQuery
 */
export async function printForRecord(
  runtime: CallerRuntime,
  query: WireQuery,
  { principal, now, memory }: Converting & { readonly memory: RequestMemory },
): Promise<PrintedQuery | undefined> {
  const asker = { tenant: tenantOf(principal), insists: false };
  const { queries } = await parseKnowing({ query }, { needsQueryType: false }, { runtime, now, memory }, asker);
  const [first, ...others] = queries;
  if (!first || others.length > 0) return undefined;
  const { statementOfQuery } = await import('./convert-statement.ts');
  const made = statementOfQuery(first.prepared, { aliases: 'words', omitsLimit: first.query.limit === undefined });
  return 'why' in made ? undefined : { kind: 'printed', text: made.text, query: first.query, now };
}

interface ToSql extends Converting {
  readonly memory: RequestMemory;
  readonly statements: Statements;
  readonly aliases?: 'members' | 'words';
  /** Columns that are computed from those of the query, which the query may be ordered by. */
  readonly calculatedFields?: readonly CalculatedField[] | undefined;
  /** Whether ranges in words stay relative to the day that the statement is run on. */
  readonly keepsRelativeDates?: boolean | undefined;
}

/**
 * Converts a query of the JSON API into SQL over the model, with ranges as days and times of the zone of the query.
 *
 * @throws InvalidQuery, StatementInvalid for a calculated field that is no expression
 */
export async function convertToSql(
  runtime: CallerRuntime,
  query: unknown,
  { principal, now, memory, statements, aliases, calculatedFields = [], keepsRelativeDates = false }: ToSql,
): Promise<ConvertedQuery> {
  for (const field of calculatedFields) {
    if ('sql' in field)
      await requireExpression(field.sql, `The calculated field '${field.name}'`, statements.of(runtime, principal));
  }
  const asker = { tenant: tenantOf(principal), insists: false };
  const { members, order } = withoutFields(query, calculatedFields);
  const parsed = await parseKnowing({ query: members }, { needsQueryType: false }, { runtime, now, memory }, asker);
  const [first, ...others] = parsed.queries;
  const words = 'Provided rest query can not be converted to sql query';
  if (!first || others.length > 0) return { status: 'error', error: `${words}: it is several queries` };
  const { bound } = first.prepared;
  const taken = calculatedFields.find(
    ({ name }, index) =>
      bound.outputs.some((output) => output.name === name) ||
      calculatedFields.findIndex((each) => each.name === name) < index,
  );
  if (taken) return { status: 'error', error: `${words}: several columns are named '${taken.name}'` };
  const unknown = membersNamedBy(calculatedFields).find((name) => !isKnown(name, runtime));
  if (unknown !== undefined) return { status: 'error', error: `${words}: there is no '${unknown}'` };
  const lasting = keepsRelativeDates ? lastingPhrases(first.query, bound.zone, runtime.query.defaultZone) : undefined;
  if (lasting && 'why' in lasting) return { status: 'error', error: `${words}: ${lasting.why}` };
  const { statementOfQuery } = await import('./convert-statement.ts');
  const made = statementOfQuery(first.prepared, {
    aliases,
    ...(lasting ? { phrases: lasting.phrases } : {}),
    ...(calculatedFields.length > 0 ? { calculated: { fields: calculatedFields, order } } : {}),
  });
  if ('why' in made) return { status: 'error', error: `${words}: ${made.why}` };
  return { status: 'ok', query: made.text, timezone: bound.zone };
}
