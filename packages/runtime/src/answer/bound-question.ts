import type { RowEncoding } from '@orrery/engines';
import type { QueryPlan, RequestContext } from '@orrery/semantic';
import type { PreparedBlock } from '../query/index.ts';
import type { ModelSnapshot } from '../runtime.ts';
import type { StatementToRun } from './runnable-question.ts';

/**
 * A question that is bound to the model and to the rights of its caller: blocks over the model, at most one tree above
 * them, and the form of its rows. It has one answer, which is kept, shared and run by one key.
 */
export interface BoundQuestion {
  readonly model: ModelSnapshot;
  /** The only one of a query, which has nothing above it. */
  readonly blocks: readonly PreparedBlock[];
  /**
   * Everything else that its rows depend on: the form of a query's answer; the text of a statement, and what it reads of
   * its session.
   */
  readonly identity: string;
  /** Whether it has no rows, whatever the data are, so that nothing has to run. */
  readonly isEmpty: boolean;
  encoding(): RowEncoding;
  /** Renders all of it. @throws InvalidQuery, and what refuses a statement */
  render(context: RequestContext): RenderedQuestion;
}

export interface RenderedQuestion {
  readonly statement: StatementToRun;
  /** Counts its rows without the bound of its caller, where these are asked for. */
  readonly count?: StatementToRun;
  /** Plans of its blocks. */
  readonly plans: readonly QueryPlan[];
}
