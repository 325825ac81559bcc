import type { StatementSqlAnswer } from '@orrery/contract';
import type { TokenCaller, JsonObject } from '@orrery/kernel';
import {
  type CallerRuntime,
  InvalidQuery,
  type QueryNote,
  requestProblem,
  sqlOfStatement,
  StatementInvalid,
} from '@orrery/runtime';
import type { DataDependencies } from '../data-dependencies.ts';

interface SqlRequestContext {
  readonly runtime: CallerRuntime;
  readonly principal: TokenCaller;
  readonly note: QueryNote;
}

/** `/v1/sql?format=sql`: what a statement of SQL over the model becomes. @throws InvalidQuery */
export async function statementSql(
  parameters: JsonObject,
  { runtime, principal, note }: SqlRequestContext,
  { clock, statements }: Pick<DataDependencies, 'clock' | 'statements'>,
): Promise<StatementSqlAnswer> {
  const text = readText(parameters);
  note.query = { sql: text };
  try {
    const made = await sqlOfStatement(runtime, text, { principal, now: clock.now(), statements });
    const query = { sql: text, members: made.members };
    Object.assign(note, { query, statements: [made.text], dataSource: made.dataSource });
    return made.answer;
  } catch (error) {
    if (!(error instanceof StatementInvalid)) throw error;
    const { code, message } = error;
    throw new InvalidQuery([{ code, message }], { error: `Error: ${message}` });
  }
}

/**
 * Reads the text of a statement. As much as possible runs in a data source anyway, so `disable_post_processing` changes
 * nothing.
 */
function readText({ query, disable_post_processing: disables }: JsonObject): string {
  const isKnown = disables === undefined || typeof disables === 'boolean' || typeof disables === 'string';
  if (!isKnown) throw wrongType('disable_post_processing', 'must be true or false');
  if (query === undefined || query === null) {
    throw new InvalidQuery([requestProblem('request.query-required', 'Query param is required')]);
  }
  if (typeof query !== 'string') throw wrongType('query', 'must be a text');
  return query;
}

function wrongType(name: string, words: string): InvalidQuery {
  return new InvalidQuery([requestProblem('request.wrong-type', `"${name}" ${words}`, { path: name })]);
}

/** Whether the query is SQL. @throws InvalidQuery for an unknown language */
export function isStatement({ format }: JsonObject): boolean {
  if (format === undefined || format === 'rest') return false;
  if (format === 'sql') return true;
  const message = 'Invalid query format: "format" must be one of [rest, sql]';
  throw new InvalidQuery([requestProblem('request.not-served', message, { path: 'format' })]);
}
