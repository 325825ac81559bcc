import type { SecurityContext } from '@orrery/kernel';
import { AnswerService } from '../answer/index.ts';
import { contextOf, ignoreQueries } from '../query/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import { askStatement, placedStatement } from './ask-statement.ts';
import type { Placement } from './describe-placement.ts';
import { readSelect } from './read-statement.ts';
import type { StatementRows } from './rows-of.ts';
import { Statements } from './statements.ts';

interface OnceOptions {
  readonly securityContext: SecurityContext;
  readonly clock: { now(): number };
}

/** A placement, and what it says to people. */
export interface DescribedStatement {
  readonly placement: Placement;
  /** Queries of the model, in lines. */
  readonly logical: string;
  /** SQL of the data source with its parameters, in lines. */
  readonly physical: string;
}

/**
 * Answers like `askStatement`, for commands: it reads the data directly, keeps no answer, and reports to no observer.
 * @throws as it does
 */
export async function askStatementOnce(
  runtime: CallerRuntime,
  text: string,
  { securityContext, clock }: OnceOptions,
): Promise<StatementRows> {
  await using own = ownStatements();
  const answers = new AnswerService({ cacheBytes: 0, clock, isEnding: () => true });
  const principal = { deploymentId: runtime.deploymentId, securityContext };
  const { signal } = new AbortController();
  const caller = { principal, requestId: 'once', signal, cacheMode: 'no-cache' } as const;
  const dependencies = { answers, statements: own.statements, observer: ignoreQueries, clock, isDevelopment: false };
  return askStatement(runtime, text, { ...caller, takes: 'rows', waitsForAnswer: true }, dependencies);
}

/** Says how a statement would run, for commands. @throws as `askStatement` */
export async function describeStatement(
  runtime: CallerRuntime,
  text: string,
  { securityContext, clock }: OnceOptions,
): Promise<DescribedStatement> {
  await using own = ownStatements();
  const principal = { deploymentId: runtime.deploymentId, securityContext };
  const select = await readSelect(text, own.statements);
  const placed = await placedStatement(select, runtime, { text, now: clock.now(), principal });
  const { describePlacement, logicalPlan, physicalPlan } = await import('./describe-placement.ts');
  const placement = describePlacement(placed, contextOf(principal), runtime);
  return { placement, logical: logicalPlan(placement), physical: physicalPlan(placement, true) };
}

function ownStatements() {
  const statements = new Statements();
  return { statements, [Symbol.asyncDispose]: () => statements.close() };
}
