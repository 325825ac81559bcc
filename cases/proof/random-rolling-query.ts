import type { WorldTimeDimension } from './answer.ts';
import type { Choices } from './choices.ts';
import type { Found } from './members.ts';

interface Known {
  readonly id: string;
  readonly found: Found;
}

interface RollingParts {
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
  readonly timeDimensions: readonly WorldTimeDimension[];
}

const units = ['day', 'week', 'month', 'month', 'quarter', 'year'];

/**
 * Returns the parts of a question about windows: one window, often with a measure at another grain, by times of the
 * same cube and members that show them.
 */
export function rollingParts(
  choices: Choices,
  members: readonly Known[],
  randomRange: () => readonly [string, string],
): RollingParts | undefined {
  const windows = members.filter(({ found }) => found.kind === 'measure' && found.member.window !== undefined);
  if (windows.length === 0) return undefined;
  const window = choices.pick(windows);
  const beside = members.filter(({ found }) => found.kind === 'measure' && found.cube === window.found.cube);
  const stages = beside.filter(({ found }) => found.kind === 'measure' && found.member.stage !== undefined);
  const own = members.filter(({ found }) => found.kind === 'dimension' && found.cube === window.found.cube);
  const times = own.filter(({ found }) => found.kind === 'dimension' && found.member.type === 'time');
  const proxies = times.filter(({ found }) => found.kind === 'dimension' && found.member.sql?.kind === 'member');
  const others = own.filter((one) => !times.includes(one));
  const more = stages.length > 0 && choices.happens(60) ? [choices.pick(stages)] : choices.some(beside, 1);
  const measures = [...new Set([window.id, ...more.map(({ id }) => id)])];
  return {
    measures: choices.happens(50) ? measures : measures.toReversed(),
    dimensions: [...choices.some(others, 1), ...choices.some(proxies, 2)].map(({ id }) => id),
    timeDimensions: choices.some(times, 2).map(({ id: dimension, found }): WorldTimeDimension => {
      const named = (found.kind === 'dimension' && found.member.granularities) || [];
      const granularity = choices.pick([...units, ...named.map(({ name }) => name)]);
      if (choices.happens(40)) return { dimension, dateRange: randomRange() };
      return { dimension, granularity, ...(choices.happens(40) ? { dateRange: randomRange() } : {}) };
    }),
  };
}
