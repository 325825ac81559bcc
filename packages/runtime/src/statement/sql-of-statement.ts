import type { StatementSqlAnswer } from '@orrery/contract';
import type { DataScope } from '@orrery/kernel';
import type { StatementToRun } from '../answer/index.ts';
import { contextOf } from '../query/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import { placedStatement } from './placed-statement.ts';
import { membersAsked } from './members-asked.ts';
import { readSelect } from './read-statement.ts';
import { StatementInvalid } from './refuse-statement.ts';
import type { Statements } from './statements.ts';

interface SqlOfStatementContext {
  readonly principal: DataScope;
  readonly now: number;
  readonly statements: Statements;
}

export interface SqlOfStatement {
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
  { principal, now, statements }: SqlOfStatementContext,
): Promise<SqlOfStatement> {
  const select = await readSelect(text, statements.of(runtime, principal)).catch(withoutPlan);
  const placed = await placedStatement(select, runtime, { text, now, principal });
  const { statement } = placed.render(contextOf(principal));
  const { queryType } = placed;
  const shown = queryType === 'regular' ? (statement.blocks?.[0] ?? statement) : statement;
  return {
    answer: { sql: queryType === 'post_processing' ? notPushedDown : ok(statement, queryType) },
    text: shown.text,
    dataSource: shown.dataSource,
    members: placed.blocks.flatMap(({ bound }) => membersAsked(bound)),
  };
}

const notPushedDown = {
  status: 'error',
  error: 'Provided query can not be executed without post-processing.',
  query_type: 'post_processing',
} as const;

/** Makes the answer. A regular statement above results only chooses columns, order and rows of the one block. */
function ok(whole: StatementToRun, queryType: 'regular' | 'pushdown') {
  const [block] = whole.blocks ?? [];
  const { text, params } = block ?? whole;
  return {
    status: 'ok',
    sql: [text, [...params]],
    query_type: queryType,
    ...(block ? { above: whole.text } : {}),
  } satisfies StatementSqlAnswer['sql'];
}

function withoutPlan(error: unknown): never {
  if (!(error instanceof StatementInvalid) || error.code !== 'sql.statement') throw error;
  const message = 'This query doesnt have a plan, because it already has values for response';
  throw new StatementInvalid('Internal Error', 'sql.statement', message);
}
