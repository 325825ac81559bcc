import { calculated, dimensionValue, type Evaluation, isFilteredByEntities } from './evaluation.ts';
import { evaluate, membersIn } from './expression.ts';
import { apart, entitiesTested, membersOfFilter, type RowFilter } from './filters.ts';
import {
  dimensionOf,
  findMember,
  type Found,
  type FoundDimension,
  type FoundMeasure,
  measureOf,
  subQueriesOf,
} from './members.ts';
import { Unsettled } from './refusal.ts';
import type { Value } from './world.ts';

/** The measures of a sub-query dimension, aggregated over the rows joined to each row of its cube. */
export function lookup(evaluation: Evaluation, found: FoundDimension): readonly Value[] {
  const { lookups } = evaluation;
  // Masks inside the sub-query are decided separately from those of the outer question.
  const world = evaluation.world.unsettled ?? evaluation.world;
  const { cube, member } = found;
  const id = `${cube.name}.${member.name}`;
  const known = lookups.get(id);
  if (known) return known;
  const sql = member.sql;
  if (!sql) throw new Error(`${id} has no SQL`);
  const measures = membersIn(sql).map((reference) => measureOf(world, cube, reference));
  const { joins: _, ...here } = evaluation;
  const { passesNone: __, propagated: ___, isMoving: ____, ...unfiltered } = here;
  if (member.propagatesFilters && isFilteredByEntities(evaluation))
    throw new Unsettled('entities inside of a sub-query');
  const filters = evaluation.propagated ?? evaluation.rowFilters;
  if (member.propagatesFilters && filters.some((one) => entitiesTested(one).length > 0))
    throw new Unsettled('a filter of an entity that is propagated');
  const { propagated = evaluation.rowFilters, isMoving: _____, ...others } = here;
  // A test of the dimension itself would have to know it already.
  const isOfItself = (filter: RowFilter) =>
    membersOfFilter(filter).some((one) =>
      subQueriesOf(world, findMember(world, one)).some((read) => isSame(read, found)),
    );
  const rowFilters = propagated.flatMap(apart).filter((filter) => !isOfItself(filter));
  const inner: Evaluation = member.propagatesFilters
    ? { ...others, rowFilters, world, asked: [], lookups: new Map() }
    : { ...unfiltered, world, rowFilters: [], requestedFilters: [], asked: [], shifts: [], lookups: new Map() };
  const keys = cube.dimensions.filter(({ isKey }) => isKey).map(({ name }) => dimensionOf(world, cube, { name }));
  const { ways } = evaluation;
  const waysOn = (to: string) => {
    const way = ways?.(to) ?? [];
    return way.includes(cube.name) ? way.slice(way.indexOf(cube.name)) : [to];
  };
  // The joins inside start at the cube of the dimension, whatever leads to it outside.
  const filtered = inner.rowFilters.flatMap(membersOfFilter).map((one): Found => {
    const read = findMember(world, one);
    const { path } = read;
    const inside = path.includes(cube.name) ? path.slice(path.indexOf(cube.name)) : path;
    return { ...read, path: inside, ...(read.ways || path !== inside ? { ways: waysOn } : {}) };
  });
  const groups = inner.evaluator.groupsOf(inner, {
    by: keys.map((key) => ({ found: key, of: (one, row) => dimensionValue(one, key, row) })),
    measures,
    touched: [
      ...keys,
      ...measures.map((one) => (ways && !one.ways ? { ...one, path: waysOn(one.cube.name), ways: waysOn } : one)),
      ...filtered,
    ],
  });
  const values = cube.rows.map((_, at) => {
    const own = keys.map((key) => dimensionValue(inner, key, new Map([[cube.name, at]])));
    const group = groups.find(({ key }) => JSON.stringify(key) === JSON.stringify(own));
    const valueOf = (measure: FoundMeasure): Value => {
      const { isMask, sql: shown, masked } = measure.member;
      if (isMask && shown) return evaluate(shown, { column: () => null, member: () => null });
      const isCounted = measure.member.type.startsWith('count');
      if (masked && (!group || (isCounted && group.value(measure) === null))) throw new Unsettled('a mask of no rows');
      if (group?.isMasked(measure)) return group.value(measure);
      if (measure.member.type === 'calculated') return calculated(inner, measure, valueOf);
      return group?.value(measure) ?? (measure.member.type.startsWith('count') ? 0 : null);
    };
    return evaluate(sql, {
      column: () => null,
      member: (reference) => valueOf(measureOf(world, cube, reference)),
    });
  });
  lookups.set(id, values);
  return values;
}

function isSame(one: Found, other: Found): boolean {
  return one.cube.name === other.cube.name && one.member.name === other.member.name;
}
