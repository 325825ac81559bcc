import {
  bindQuery,
  type Instant,
  type ModelIndex,
  planQuery,
  QueryableMembers,
  type Query,
  type Zone,
  openAccess,
} from '@orrery/semantic';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCases } from './read-cases.ts';
import { bindCase } from './compile-case.ts';

const access = openAccess;

/** Each model of a case, once. */
const models = [
  ...new Map(
    readCases().flatMap((folder) => {
      const bound = bindCase(folder);
      return bound.ok ? [[folder.model.name, bound.value.model] as const] : [];
    }),
  ).entries(),
];

function saidValid(model: ModelIndex): ReadonlySet<string> {
  const queryable = new QueryableMembers(model, access);
  const valid = new Set<string>();
  for (const piece of model.pieces.values()) {
    const work = queryable.measuresOf(piece);
    let step = work.next();
    while (!step.done) step = work.next();
    for (const { measures, by } of step.value) {
      for (const { piece: name, except, only } of by) {
        for (const { id, isPublic } of model.pieces.get(name)?.dimensions ?? []) {
          if (!isPublic || !(only?.includes(id) ?? !except?.includes(id))) continue;
          for (const measure of measures) valid.add(`${measure} ${id}`);
        }
      }
    }
  }
  return valid;
}

/** Refusals because of the caller, or of a missing granularity. They do not concern the combination of members. */
const ofTheRest: readonly string[] = ['plan.context-required', 'plan.window-without-buckets'];

/**
 * Refusals because of one granularity of a dimension. Metadata cannot express them, and their text names the solution.
 */
const ofTheGranularity: readonly string[] = [
  'plan.rolling-calendar',
  'plan.rolling-granularities',
  'plan.rolling-several-calendars',
  'plan.rolling-unknown',
  'plan.rows-of-calendar-shifted',
  'plan.shift-of-calendar-buckets',
  'plan.window-inside-bucket',
];

/** A raw time beside a window. The time counts as queryable when it is by granularity. */
const ofRawTimes: readonly string[] = [...ofTheRest, 'plan.rolling-computed', 'plan.days-joined-by-no-time'];

function isAnswered(model: ModelIndex, query: Partial<Query>, passedOver: readonly string[]): boolean {
  const asked = { measures: [], dimensions: [], segments: [], timeDimensions: [], filters: [], ...query };
  const context = { now: 0 as Instant, access, defaultZone: 'UTC' as Zone, defaultLimit: 1, maxLimit: 1 };
  const bound = bindQuery(asked, model, context);
  if (!bound.ok) return false;
  const planned = planQuery(bound.value, model);
  return planned.ok || planned.problems.every(({ code }) => passedOver.includes(code));
}

it.each(models)('metadata of %s agrees with the planner, also for granularities', (_, model) => {
  const pieces = [...model.pieces.values()].filter(({ isPublic }) => isPublic);
  const measures = pieces.flatMap((piece) => piece.measures.filter(({ isPublic }) => isPublic));
  const dimensions = pieces.flatMap((piece) => piece.dimensions.filter(({ isPublic }) => isPublic));
  if (measures.length === 0 || dimensions.length === 0) return;
  const valid = saidValid(model);
  const pairs = fc.record({ measure: fc.constantFrom(...measures), dimension: fc.constantFrom(...dimensions) });
  fc.assert(
    fc.property(pairs, ({ measure, dimension }) => {
      const isValid = valid.has(`${measure.id} ${dimension.id}`);
      const passedOverRaw = isValid && dimension.type === 'time' ? ofRawTimes : ofTheRest;
      expect(isAnswered(model, { measures: [measure.id], dimensions: [dimension.id] }, passedOverRaw)).toBe(isValid);
      if (dimension.type !== 'time') return;
      for (const granularity of ['day', 'year', ...(dimension.granularities ?? []).map(({ name }) => name)]) {
        const timeDimensions = [{ dimension: dimension.id, granularity }];
        const passedOver = isValid ? [...ofTheRest, ...ofTheGranularity] : ofTheRest;
        const isGiven = isAnswered(model, { measures: [measure.id], timeDimensions }, passedOver);
        expect([granularity, isGiven]).toEqual([granularity, isValid]);
      }
    }),
    { numRuns: 60, seed: 20240515 },
  );
});
