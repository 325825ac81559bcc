import type { StatementSqlAnswer } from '@orrery/contract';
import type { CompiledQuery } from '@orrery/semantic';
import type { DataScope } from '@orrery/kernel';
import { contextOf } from '../query/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import { placedStatement } from './ask-statement.ts';
import { membersAsked } from './members-asked.ts';
import { readSelect } from './read-statement.ts';
import { StatementInvalid } from './refuse-statement.ts';
import type { Statements } from './statements.ts';

interface Asked {
  readonly principal: DataScope;
  readonly now: number;
  readonly statements: Statements;
}

export interface StatementSql {
  readonly answer: StatementSqlAnswer;
  readonly text: string;
  readonly dataSource: string;
  /** That its parts over the model name. */
  readonly members: readonly string[];
}

/**
 * The statement of a data source that a statement over the model becomes. Nothing runs.
 *
 * @throws StatementInvalid, InvalidQuery; DataSourceFailure, Unavailable when a data source does not tell its times
 */
export async function sqlOfStatement(
  runtime: CallerRuntime,
  text: string,
  { principal, now, statements }: Asked,
): Promise<StatementSql> {
  const select = await readSelect(text, statements).catch(withoutPlan);
  const placed = await placedStatement(select, runtime, { text, now, principal });
  const { statement: whole } = placed.render(contextOf(principal));
  const { queryType } = placed;
  // Of a regular statement above results, columns and rows of the one block are chosen.
  const statement = queryType === 'regular' ? (whole.blocks?.[0] ?? whole) : whole;
  return {
    answer: { sql: queryType === 'post_processing' ? notPushedDown : ok(statement, queryType) },
    text: statement.text,
    dataSource: statement.dataSource,
    members: placed.blocks.flatMap(({ bound }) => membersAsked(bound)),
  };
}

const notPushedDown = {
  status: 'error',
  error: 'Provided query can not be executed without post-processing.',
  query_type: 'post_processing',
} as const;

function ok({ text, params }: CompiledQuery, queryType: 'regular' | 'pushdown') {
  return { status: 'ok', sql: [text, [...params]], query_type: queryType } satisfies StatementSqlAnswer['sql'];
}

function withoutPlan(error: unknown): never {
  if (!(error instanceof StatementInvalid) || error.code !== 'sql.statement') throw error;
  const message = 'This query doesnt have a plan, because it already has values for response';
  throw new StatementInvalid('Internal Error', 'sql.statement', message);
}
