import { type Evaluation, realOf } from './evaluation.ts';
import { type Filter, membersOfFilter, passesCells, passesFilter } from './filters.ts';
import type { Grain } from './groups.ts';
import { isImplied } from './implied.ts';
import { type JoinedRow, Unsettled } from './joined-rows.ts';
import { findMember, type Found, type FoundDimension, type FoundMeasure, referencesOf } from './members.ts';
import type { Value, World, WorldMasked } from './world.ts';

/** What is shown instead of a measure of a group; nothing where it has its real value. */
export function groupMask(
  evaluation: Evaluation,
  by: readonly Grain[],
  measure: FoundMeasure,
  key: readonly Value[],
): WorldMasked | undefined {
  return measure.member.masked?.find((mask) => {
    if (!mask.unless) return true;
    if (isLetThrough(evaluation, mask.unless)) return false;
    if (!isOverShown(evaluation, by, mask.unless)) return true;
    return !passesCells(mask.unless, (id) => {
      const { cube, member } = realDimension(evaluation, id);
      if (member.type === 'time') throw new Unsettled('a mask that depends on the time of a group');
      const at = by.findIndex((grain) => isOf(grain, cube.name, member.name));
      return { value: key[at] ?? null, type: member.type };
    });
  });
}

/** The same of a measure of one row. */
export function rowMask(
  evaluation: Evaluation,
  by: readonly Grain[],
  measure: FoundMeasure,
  row: JoinedRow,
): WorldMasked | undefined {
  return measure.member.masked?.find((mask) => {
    if (!mask.unless) return true;
    if (isLetThrough(evaluation, mask.unless)) return false;
    return !isOverShown(evaluation, by, mask.unless) || !passesFilter(realOf(evaluation), mask.unless, row);
  });
}

/** Whether the filters of the question leave only rows that have the real value. Filters on masked members do not say so. */
function isLetThrough(evaluation: Evaluation, unless: Filter): boolean {
  const { world, rowFilters } = evaluation;
  const isReal = (id: string) => !isMasked(world, findMember(world, id));
  return isImplied(
    inCubes(evaluation, unless),
    rowFilters.flatMap((filter) => {
      if ('segment' in filter || !membersOfFilter(filter).every(isReal)) return [];
      return [inCubes(evaluation, filter)];
    }),
  );
}

/** With members by their names in cubes. */
function inCubes({ world }: Evaluation, filter: Filter): Filter {
  const named = (one: Filter): Filter => {
    if ('and' in one) return { and: one.and.map(named) };
    if ('or' in one) return { or: one.or.map(named) };
    const { cube, member } = findMember(world.real ?? world, one.member);
    return { ...one, member: `${cube.name}.${member.name}` };
  };
  return named(filter);
}

function isOverShown(evaluation: Evaluation, by: readonly Grain[], unless: Filter): boolean {
  return membersOfFilter(unless).every((id) => {
    const { cube, member } = realDimension(evaluation, id);
    return by.some((grain) => isOf(grain, cube.name, member.name) && !isMasked(evaluation.world, grain.found));
  });
}

function isOf({ found, granularity }: Grain, cube: string, member: string): boolean {
  return granularity === undefined && found.cube.name === cube && found.member.name === member;
}

function realDimension({ world }: Evaluation, id: string): FoundDimension {
  const found = findMember(world.real ?? world, id);
  if (found.kind !== 'dimension') throw new Error(`${id} is no dimension`);
  return found;
}

/** It, or something that it is made of. */
function isMasked(world: World, found: Found): boolean {
  const isOwn = found.kind !== 'segment' && (found.member.masked ?? []).length > 0;
  return isOwn || referencesOf(world, found).some((one) => isMasked(world, one));
}
