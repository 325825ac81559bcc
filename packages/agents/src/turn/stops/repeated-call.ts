import type { StopCondition } from './progress.ts';

/** The first repetition is not run, and the model is told so; the second one stops the turn. */
const mostRepetitions = 2;

export const repeatedCall: StopCondition = ({ calls }) =>
  calls.filter(({ isRepeated }) => isRepeated).length < mostRepetitions
    ? undefined
    : { reason: 'repeated-call', next: 'answer', text: 'The same tool calls were made again.' };
