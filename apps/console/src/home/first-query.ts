import type { MetaCube, Query } from '@orrery/client/data';
import { canGroup } from '../model/what-goes-together.ts';

/** A query that a cube or view can be looked at first with, and what it asks in words. */
export interface FirstQuery {
  readonly query: Query;
  readonly measure: string;
  /** Absent: the measure alone. */
  readonly by?: string;
  readonly isOverTime: boolean;
}

/** Dimensions that usually have few values, by the last word of their name. */
const fewValues = /(?:^|[._])(?:category|status|channel|type|country|region|segment|source|method|size|device|team)$/;
const mostBars = 20;

/** Views that show a model, the one to begin with first; cubes where there are no views. */
export function shownViews(cubes: readonly MetaCube[]): readonly MetaCube[] {
  const shown = cubes.filter(({ public: isPublic, measures }) => isPublic && measures.some((each) => each.public));
  const views = shown.filter(({ type }) => type === 'view');
  return (views.length > 0 ? views : shown).toSorted(
    (one, other) => worthOf(other) - worthOf(one) || groupsOf(other) - groupsOf(one),
  );
}

/** Counts the ways to group the first measure: most in a view of events, few in one of a thing. */
function groupsOf(cube: MetaCube): number {
  const [measure] = firstQuery(cube)?.query.measures ?? [];
  if (typeof measure !== 'string') return 0;
  return cube.dimensions.filter((each) => each.public && canGroup(cube, measure, each.name)).length;
}

/** An amount over time says most at first sight. */
function worthOf(cube: MetaCube): number {
  const first = firstQuery(cube);
  const isAmount = cube.measures.some((each) => each.public && each.aggType === 'sum');
  return (first?.isOverTime ? 4 : first?.by === undefined ? 0 : 2) + (isAmount ? 1 : 0);
}

/** @returns `undefined` for a cube or view that cannot be queried */
export function firstQuery(cube: MetaCube): FirstQuery | undefined {
  const measures = cube.measures.filter((each) => each.public);
  const ofType = (type: string) => measures.find(({ aggType }) => aggType === type);
  const measure = ofType('sum') ?? ofType('count') ?? measures[0];
  if (!measure) return undefined;
  const dimensions = cube.dimensions.filter(
    (each) => each.public && !each.primaryKey && canGroup(cube, measure.name, each.name),
  );
  const about = { measure: measure.shortTitle };
  const time = dimensions.find(({ type }) => type === 'time');
  if (time) {
    const timeDimensions = [{ dimension: time.name, granularity: 'month', dateRange: 'last 12 months' }];
    const query = { measures: [measure.name], timeDimensions };
    return { ...about, query, by: time.shortTitle, isOverTime: true };
  }
  const texts = dimensions.filter(({ type }) => type === 'string');
  const group = texts.find(({ name }) => fewValues.test(name)) ?? texts[0];
  if (!group) return { ...about, query: { measures: [measure.name] }, isOverTime: false };
  const order = { [measure.name]: 'desc' } as const;
  const query = { measures: [measure.name], dimensions: [group.name], order, limit: mostBars };
  return { ...about, query, by: group.shortTitle, isOverTime: false };
}
