import type { ConvertedQuery } from '@orrery/contract';
import type { DataScope } from '@orrery/kernel';
import { knowTimes, parseKnowing, type PreparedBlock, type RequestMemory, tenantOf } from '../query/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import { readSelect } from './read-statement.ts';
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
  const select = await readSelect(text, statements);
  const { queryOfStatement } = await import('./convert-statement.ts');
  const asker = { tenant: tenantOf(principal), insists: false };
  const made = await knowTimes(
    runtime,
    asker,
    (state) => queryOfStatement(select, { text, now }, state),
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
 * Converts a query of the JSON API into SQL over the model, with ranges as days and times of the zone of the query.
 *
 * @param aliases what columns are called: as members are, or by words without dots
 *
 * @throws InvalidQuery
 */
export async function convertToSql(
  runtime: CallerRuntime,
  query: unknown,
  {
    principal,
    now,
    memory,
    aliases,
  }: Converting & { readonly memory: RequestMemory; readonly aliases?: 'members' | 'words' },
): Promise<ConvertedQuery> {
  const asker = { tenant: tenantOf(principal), insists: false };
  const parsed = await parseKnowing({ query }, { needsQueryType: false }, { runtime, now, memory }, asker);
  const [first, ...others] = parsed.queries;
  const words = 'Provided rest query can not be converted to sql query';
  if (!first || others.length > 0) return { status: 'error', error: `${words}: it is several queries` };
  const { statementOfQuery } = await import('./convert-statement.ts');
  const made = statementOfQuery(first.prepared, aliases);
  if ('why' in made) return { status: 'error', error: `${words}: ${made.why}` };
  return { status: 'ok', query: made.text, timezone: first.prepared.bound.zone };
}
