import type { StopCondition } from './progress.ts';

export const tooManyToolCalls: StopCondition = ({ calls, limits }) =>
  calls.length < limits.toolCalls
    ? undefined
    : { reason: 'tool-calls', next: 'answer', text: `All ${limits.toolCalls} tool calls of this turn are used.` };
