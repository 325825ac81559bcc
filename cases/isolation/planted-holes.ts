import type { Access } from '@orrery/semantic';
import { evaluator } from '../proof/answer.ts';
import type { Given } from '../proof/compare.ts';
import { type Evaluation, passesFilter, realOf } from '../proof/evaluation.ts';
import { pathsOfFilter } from '../proof/members.ts';
import type { World } from '../proof/world.ts';
import { accessOf, askAs, compileGuarded } from './ask-as.ts';
import { type AskAs, idsOf } from './difference-as.ts';
import { type Asking, honest } from './prove-world.ts';
import { askedOf, maskedBy, piecesTouched, read } from './reading.ts';

/** Doubles of what answers, each with a hole in it that the proof has to find. */
export type Hole = () => (asking: Asking) => AskAs;

/** Answers are kept by the question alone. */
export const keyWithoutIdentity: Hole = () => {
  const kept = new Map<string, Given>();
  return (asking) => async (query, options) => {
    const key = JSON.stringify([query, options]);
    const given = kept.get(key) ?? (await honest(asking)(query, options));
    if (given.ok) kept.set(key, given);
    return given;
  };
};

/** Rows go before cubes are joined, so that rows of the other side stay without a match. */
export const rulesBelowJoins: Hole = () => (asking) => (query, options) => {
  const known = idsOf(asking.guarded.world);
  const reading = askedOf(query).every((id) => known.includes(id)) ? read(asking.reader, query) : undefined;
  if (reading?.kind !== 'left') return honest(asking)(query, options);
  const guarded = { world: withoutRows(reading.world), policies: new Map(), masks: new Map() };
  const model = compileGuarded(guarded);
  return askAs(asking.dialect, asking.rows, model, accessOf(model, asking.identity))(query, options);
};

/** The raw world, without the rows that rules keep back. */
function withoutRows({ real, rules = new Map() }: World): World {
  if (!real) throw new Error('no raw world');
  const evaluation: Evaluation = {
    world: real,
    zone: 'UTC',
    rowFilters: [],
    requestedFilters: [],
    shifts: [],
    lookups: new Map(),
    evaluator,
  };
  const cubes = real.cubes.map((cube) => {
    const rule = rules.get(cube.name);
    const isOwn = rule && pathsOfFilter(real, rule).every((path) => path.join() === cube.name);
    if (!rule || !isOwn) return cube;
    const passes = (_: unknown, at: number) => passesFilter(realOf(evaluation), rule, new Map([[cube.name, at]]));
    return { ...cube, rows: cube.rows.filter(passes) };
  });
  return { ...real, cubes };
}

/** Policies of cubes that a query only joins are forgotten. */
export const rulesOfMembersAlone: Hole = () => (asking) => (query, options) => {
  const { guarded, reader } = asking;
  const known = idsOf(guarded.world);
  const touched = askedOf(query).every((id) => known.includes(id)) ? piecesTouched(reader, query) : undefined;
  if (!touched) return honest(asking)(query, options);
  const policies = new Map([...guarded.policies].filter(([piece]) => touched.has(piece)));
  if (policies.size === guarded.policies.size) return honest(asking)(query, options);
  const model = compileGuarded({ ...guarded, policies });
  return askAs(asking.dialect, asking.rows, model, accessOf(model, asking.identity))(query, options);
};

/** Filters see what masks hide; masks are laid over the rows that came of it. */
export const maskAboveFilters: Hole = () => (asking) => async (query, options) => {
  const given = await askAs(asking.dialect, asking.rows, asking.model, withoutMasks(asking.access))(query, options);
  if (!given.ok || options.countsRows) return given;
  const masks = given.names.map((name) => maskedBy(asking.reader, name));
  const rows = async () =>
    (await given.rows()).map((row) => row.map((cell, at) => (masks[at] === undefined ? cell : masks[at])));
  return { ...given, rows };
};

function withoutMasks({ hidden, policies }: Access): Access {
  return {
    hidden,
    policies: new Map(
      [...policies].map(([name, own]) => [
        name,
        own.map(({ shows, masks, ...policy }) => ({
          ...policy,
          shows: shows === 'all' ? shows : new Set([...shows, ...masks]),
          masks: new Set<never>(),
        })),
      ]),
    ),
  };
}
