import type { StopCondition } from './progress.ts';

const mostFailures = 3;

export const failedQueries: StopCondition = ({ calls }) => {
  const queries = calls.filter(({ name }) => name === 'orrerySqlApi');
  const last = queries.slice(-mostFailures);
  if (last.length < mostFailures || last.some(({ isError }) => !isError)) return undefined;
  return { reason: 'failed-queries', next: 'answer', text: `${mostFailures} queries in a row failed.` };
};
