import type { Analysis } from '@orrery/analyst';
import type { Usage } from './model-step.ts';
import type { QueryOfAnswer } from './turn.ts';

/** The parts of a turn, in order. The loop yields them; the records on the wire and the thread are made of them. */
export type Part =
  /** A piece of the text of the main node. */
  | { readonly type: 'text'; readonly text: string; readonly thinking?: string }
  /** @property input JSON text */
  | { readonly type: 'tool-start'; readonly id: string; readonly name: string; readonly input: string }
  /**
   * @property result JSON text
   * @property query the query that the result is of, where it is known how its rows came about
   */
  | {
      readonly type: 'tool-end';
      readonly id: string;
      readonly result: string;
      readonly isError: boolean;
      readonly query?: QueryOfAnswer;
    }
  /**
   * The complete Markdown, once.
   * @property analysis the analysis of the question, for the question that follows; a clarifying question keeps that of
   *   the one before
   * @property unconfirmed numbers of the text that no result confirms; absent where all are confirmed
   */
  | {
      readonly type: 'final';
      readonly text: string;
      readonly analysis?: Analysis;
      readonly unconfirmed?: readonly string[];
    }
  /** @property reason `answered`, or the condition that stopped the turn */
  | { readonly type: 'turn-end'; readonly reason: string; readonly usage?: Usage };
