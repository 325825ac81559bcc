import type { StopCondition } from './progress.ts';

/** The number of repetitions that stops the turn. The first repetition is not run, and the model gets a message about it. */
const mostRepetitions = 2;

export const repeatedCall: StopCondition = ({ calls }) =>
  calls.filter(({ isRepeated }) => isRepeated).length < mostRepetitions
    ? undefined
    : { reason: 'repeated-call', next: 'answer', text: 'The same tool calls were made again.' };
