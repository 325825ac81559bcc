import type { StopCondition } from './progress.ts';

export const tooManyTokens: StopCondition = ({ usage, limits }) =>
  usage.inputTokens + usage.outputTokens < limits.tokens
    ? undefined
    : {
        reason: 'tokens',
        next: 'end',
        text: 'I stopped here, because one answer may not use more tokens of the model. A narrower question may get one.',
      };
