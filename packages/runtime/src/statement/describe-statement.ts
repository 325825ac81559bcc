import type { SecurityContext } from '@orrery/kernel';
import type { CallerRuntime } from '../runtime.ts';
import type { Placement } from './describe-placement.ts';
import { placedStatement, placementOf } from './placed-statement.ts';
import { readSelect } from './read-statement.ts';
import { Statements } from './statements.ts';

interface DescribeOptions {
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

/** Says how a statement would run, for commands. @throws as `ask` */
export async function describeStatement(
  runtime: CallerRuntime,
  text: string,
  { securityContext, clock }: DescribeOptions,
): Promise<DescribedStatement> {
  const principal = { deploymentId: runtime.deploymentId, securityContext };
  const statements = new Statements();
  const select = await readSelect(text, statements).finally(() => statements.close());
  const placed = await placedStatement(select, runtime, { text, now: clock.now(), principal });
  const { placement, logical, physicalFor } = await placementOf(placed, principal, runtime);
  return { placement, logical, physical: physicalFor(true) };
}
