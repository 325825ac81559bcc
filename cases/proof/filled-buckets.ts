import type { WorldQuery } from './answer.ts';
import { columnOfTime, computedFrom } from './moved-times.ts';
import type { Evaluation } from './evaluation.ts';
import type { Group, Question } from './groups.ts';
import { findMember, type FoundMeasure } from './members.ts';
import { Refused, Unsettled } from './refusal.ts';
import { bucketsBetween, bucketsOfPeriod, isPeriod } from './rolling.ts';
import { effective, finest, isDaily, labelOf, shownTime, type ShownTime } from './shown-time.ts';
import { haveSeveralRows } from './stages.ts';
import type { Value } from './world.ts';

/** Adds every bucket of the one time of a question, for each combination of the other columns that some group has. */
export function filled(
  evaluation: Evaluation,
  question: Question,
  groups: readonly Group[],
  query: WorldQuery,
): readonly Group[] {
  const { world } = evaluation;
  const { by } = question;
  const times = new Map(
    by.flatMap(({ found, granularity }, at) => {
      const shown = found.member.type === 'time' ? shownTime(world, found, granularity) : undefined;
      return shown && shown.steps.length > 0 ? [[at, shown] as const] : [];
    }),
  );
  const [first] = times.values();
  if (!first || !by.some(({ granularity }) => granularity !== undefined))
    throw new Refused('query.fill-without-buckets');
  if ([...times.values()].some(({ time }) => idOf(time) !== idOf(first.time)))
    throw new Refused('plan.fill-several-times');
  const axis = finestOf([...times.values()]);
  const column = columnOfTime(world, first.time);
  const isComputed = computedFrom(world, [column]);
  if (by.some(({ found }, at) => !times.has(at) && isComputed(found))) throw new Refused('plan.fill-computed');
  if (haveSeveralRows(evaluation, question)) throw new Refused('plan.fill-several-rows');
  if (!isDaily(effective(axis))) throw new Unsettled('buckets within days');
  const start = (reading: number) => labelOf(axis, reading);
  const periods = evaluation.rowFilters.filter(isPeriod).flatMap((filter) => {
    const found = findMember(world, filter.member);
    const shown = found.kind === 'dimension' ? shownTime(world, found) : undefined;
    return shown && idOf(shown.time) === idOf(first.time) ? [{ filter, shown }] : [];
  });
  const finestAt = [...times].find(([, shown]) => shown === axis)?.[0] ?? 0;
  const known = groups.filter(({ key }) => key[finestAt] !== null);
  const readings = known.map(({ key }) => Number(key[finestAt]));
  const buckets =
    periods.length > 0
      ? periods
          .map((period) => bucketsOfPeriod(period, start))
          .reduce((one, other) => one.filter((bucket) => other.includes(bucket)))
      : bucketsBetween(Math.min(...readings), Math.max(...readings), start);
  const others = by.flatMap((_, at) => (times.has(at) ? [] : [at]));
  const combinations = new Map(groups.map(({ key }) => [JSON.stringify(others.map((at) => key[at])), key] as const));
  if (others.length === 0) combinations.set('[]', []);
  const isThere = new Set(groups.map(({ key }) => JSON.stringify(key)));
  const added = [...combinations.values()].flatMap((combination) =>
    buckets
      .map((bucket) =>
        by.map((_, at): Value => {
          const shown = times.get(at);
          return shown ? labelOf(shown, bucket) : (combination[at] ?? null);
        }),
      )
      .filter((key) => !isThere.has(JSON.stringify(key)))
      .map((key): Group => ({ key, value: () => null, isMasked: () => false, repeats: false })),
  );
  const value = (group: Group) => (measure: FoundMeasure) => group.value(measure) ?? valueOfNothing(measure, query);
  return [...groups, ...added].map((group) => ({ ...group, value: value(group) }));
}

function finestOf(times: readonly ShownTime[]): ShownTime {
  try {
    return finest(times);
  } catch (error) {
    if (error instanceof Refused) throw new Refused('plan.fill-granularities');
    throw error;
  }
}

function valueOfNothing({ member }: FoundMeasure, { fillWith }: WorldQuery): Value {
  if (fillWith === null || member.isTime) return null;
  if (fillWith === 0) return 0;
  if (member.window && member.type === 'calculated') throw new Unsettled('whether a window over measures adds up');
  const adds = ['count', 'count_distinct', 'sum'];
  return adds.includes(member.type) || (member.stage && adds.includes(member.stage.makes)) ? 0 : null;
}

function idOf({ cube, member }: ReturnType<typeof findMember>): string {
  return `${cube.name}.${member.name}`;
}
