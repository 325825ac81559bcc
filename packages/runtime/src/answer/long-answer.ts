import type { AnswerFacts, AnswerHead, AnswerStream } from './answer.ts';
import type { RowFlow } from './row-flow.ts';
import type { Begun, OpenedPart } from './shared-run.ts';

/** The way of one caller to an answer that is made. */
export type LongAnswer = AnswerStream & OpenedPart;

/** An answer whose rows are read while they are made, as its run shows it. */
export function longAnswer(head: AnswerHead, flow: RowFlow<AnswerFacts>): Begun<LongAnswer> {
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
