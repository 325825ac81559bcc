import type { DashboardFilter, DashboardTimeGrain, WireProblem, WireQuery } from '@orrery/contract';
import { isVisible, type MemberId, type ValueType } from '@orrery/semantic';
import { InvalidQuery, type ModelForCaller, type StatementAdditions } from '@orrery/runtime';
import { contentProblem } from './content-problem.ts';
import { toWireFilter } from './dashboard-filter.ts';

/** Filters and granularities that a dashboard or notification adds to the queries of its widgets. */
export interface Substitution {
  readonly filters: readonly DashboardFilter[];
  readonly timeGrains: readonly DashboardTimeGrain[];
}

/**
 * Adds the filters of a dashboard to a query, and replaces granularities by its time grains. A time grain of a member
 * by which the query does not group has no effect.
 *
 * @throws InvalidQuery when a filter cannot be applied
 */
export function substitute(query: WireQuery, substitution: Substitution, state: ModelForCaller): WireQuery {
  const { filters, timeGrains } = additionsOf(substitution, state);
  const grained = timeGrains.reduce(withTimeGrain, query);
  if (filters.length === 0) return grained;
  return { ...grained, filters: [...(grained.filters ?? []), ...filters.map(({ filter }) => filter)] };
}

/** Filters in the form of queries, for a caller. @throws InvalidQuery when a filter cannot be applied */
export function additionsOf({ filters, timeGrains }: Substitution, state: ModelForCaller): StatementAdditions {
  const added = filters.map((given, index) => {
    const path = `dashboardFilters[${index}]`;
    return { member: given.member, path, ...toWireFilter(given, typeOf(given.member, state), path) };
  });
  const problems = [
    ...added.flatMap((one): WireProblem[] => ('problem' in one ? [one.problem] : [])),
    ...timeGrains.flatMap(timeGrainProblems),
  ];
  if (problems.length > 0) throw new InvalidQuery(problems);
  return {
    filters: added.flatMap((one) => ('filter' in one ? [one] : [])),
    timeGrains: timeGrains.map((one, index) => ({ ...one, path: `dashboardTimeGrains[${index}]` })),
  };
}

/** Refuses grains that would be taken apart as part of a name. */
function timeGrainProblems({ member, grain }: DashboardTimeGrain, index: number): readonly WireProblem[] {
  if (/^[a-zA-Z0-9_]{1,128}$/.test(grain)) return [];
  const message = `The time grain of ${member} is no name of a granularity`;
  return [contentProblem('content.bad-time-grain', message, { path: `dashboardTimeGrains[${index}]` })];
}

/** Moves problems of filters that came from a dashboard to their position there. */
export function replaced(problems: readonly WireProblem[], own: WireQuery): readonly WireProblem[] {
  const ownCount = own.filters?.length ?? 0;
  return problems.map((problem) => {
    const [, index, rest = ''] = /^filters\[(\d+)\](.*)$/s.exec(problem.path ?? '') ?? [];
    if (index === undefined || Number(index) < ownCount) return problem;
    return { ...problem, path: `dashboardFilters[${Number(index) - ownCount}]${rest.replace(/^\.and\[[01]\]/, '')}` };
  });
}

function typeOf(name: string, { model, access }: ModelForCaller): ValueType | undefined {
  const member = model.index.members.get(name as MemberId);
  if (!member || member.kind === 'segment' || !isVisible(member, model.index, access)) return undefined;
  return member.type;
}

function withTimeGrain(query: WireQuery, { member, grain }: DashboardTimeGrain): WireQuery {
  const renamed = (name: string) => (name.startsWith(`${member}.`) ? `${member}.${grain}` : name);
  const { timeDimensions, dimensions, order } = query;
  return {
    ...query,
    ...(timeDimensions
      ? {
          timeDimensions: timeDimensions.map((entry) =>
            entry.dimension === member && entry.granularity !== undefined ? { ...entry, granularity: grain } : entry,
          ),
        }
      : {}),
    ...(dimensions ? { dimensions: dimensions.map(renamed) } : {}),
    ...(order ? { order: renamedOrder(order, renamed) } : {}),
  };
}

function renamedOrder(order: NonNullable<WireQuery['order']>, renamed: (name: string) => string) {
  if (Array.isArray(order)) return order.map(([name, direction]): (typeof order)[number] => [renamed(name), direction]);
  return Object.fromEntries(Object.entries(order).map(([name, direction]) => [renamed(name), direction]));
}
