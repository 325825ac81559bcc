import type { AnswerFacts, AnswerHead, AnswerStream } from './answer.ts';
import type { RowFlow } from './row-flow.ts';
import type { StartedRun, OpenedPart } from './shared-run.ts';

/** One caller's access to an answer in progress. */
export type LongAnswer = AnswerStream & OpenedPart;

/** Wraps an answer whose rows are read while they are made, for its run. */
export function longAnswer(head: AnswerHead, flow: RowFlow<AnswerFacts>): StartedRun<LongAnswer> {
  return {
    get isWhole() {
      return flow.isWhole;
    },
    gather: () => flow.gather(),
    open: () => {
      const rows = flow.open();
      return { head, rows, fail: (error) => rows.fail(error), leave: () => rows.leave() };
    },
  };
}
