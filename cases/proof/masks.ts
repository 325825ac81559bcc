import { type Evaluation, passesFilter, realOf } from './evaluation.ts';
import { type Filter, membersOfFilter, passesCells } from './filters.ts';
import type { Grain, Question } from './groups.ts';
import { isImplied } from './implied.ts';
import type { JoinedRow } from './joined-rows.ts';
import {
  findMember,
  type Found,
  type FoundDimension,
  type FoundMeasure,
  maskedMeasure,
  referencesOf,
} from './members.ts';
import { Unsettled } from './refusal.ts';
import { cubeNamed, type Value, type World, type WorldCube, type WorldMasked, type WorldMeasure } from './world.ts';

/**
 * Masked measures of one grouping. A measure has its real value if the filters leave only rows that show it. Where the
 * groups decide, it is settled by group. In other cases, and where the measure reads rows outside its groups, it is
 * masked.
 */
export function settleMasks(
  evaluation: Evaluation,
  question: Question,
): {
  readonly evaluation: Evaluation;
  readonly question: Question;
  readonly again: <F extends Found>(found: F) => F;
} {
  const base = evaluation.world.unsettled ?? evaluation.world;
  if (!base.real) return { evaluation, question, again: (found) => found };
  const settled = (cube: WorldCube, member: WorldMeasure): WorldMeasure => {
    const { masked = [], ...bare } = member;
    const path = [cube.name];
    const isSure = keepsItsRows(base, { kind: 'measure', cube, path, member });
    const left: WorldMasked[] = [];
    for (const mask of masked) {
      if (!mask.unless) return maskedMeasure(bare, mask);
      if (isSure && isLetThrough({ ...evaluation, world: base }, mask.unless)) continue;
      if (!isSure || !isOverShown({ ...evaluation, world: base }, question.by, mask.unless)) {
        if (left.length === 0) return maskedMeasure(bare, { ...(mask.shown ? { shown: mask.shown } : {}) });
        throw new Unsettled('a mask behind another one');
      }
      left.push(mask);
    }
    return left.length > 0 ? { ...bare, masked: left } : bare;
  };
  const cubes = base.cubes.map((cube) => ({ ...cube, measures: cube.measures.map((member) => settled(cube, member)) }));
  const world: World = { ...base, cubes, unsettled: base };
  const cubeOf = (name: string) => cubeNamed(world, name);
  const again = <F extends Found>(found: F): F => {
    const cube = cubeOf(found.cube.name);
    if (found.kind !== 'measure') return { ...found, cube };
    const outer = found.member.masked ?? [];
    const own = base.cubes
      .find(({ name }) => name === cube.name)
      ?.measures.find(({ name }) => name === found.member.name);
    const isOfView = outer.length > (own?.masked ?? []).length;
    const member = isOfView
      ? settled(cube, found.member)
      : (cube.measures.find(({ name }) => name === found.member.name) ?? found.member);
    // The question around this one may mask a measure that the groups of this one show.
    const around = cubeNamed(evaluation.world, cube.name).measures;
    const isMaskOfView = (found.member.isMask || found.member.isAggregateMask) && !around.includes(found.member);
    return { ...found, cube, member: isMaskOfView ? found.member : member };
  };
  return {
    again,
    evaluation: { ...evaluation, world },
    question: {
      by: question.by.map((grain) => ({ ...grain, found: again(grain.found) })),
      measures: question.measures.map(again),
      touched: question.touched.map(again),
    },
  };
}

function keepsItsRows(world: World, measure: FoundMeasure): boolean {
  const { stage } = measure.member;
  const reads =
    stage && (stage.exclude ?? stage.keepOnly ?? stage.shift ?? stage.filter?.exclude ?? stage.filter?.keepOnly);
  if (reads !== undefined || stage?.filter?.mode === 'fixed') return false;
  return referencesOf(world, measure).every((one) => one.kind !== 'measure' || keepsItsRows(world, one));
}

/** Returns the mask of a measure of a group; nothing where the group shows the real value. */
export function groupMask(
  evaluation: Evaluation,
  by: readonly Grain[],
  measure: FoundMeasure,
  key: readonly Value[],
): WorldMasked | undefined {
  return measure.member.masked?.find(({ unless }) => {
    if (!unless) return true;
    return !passesCells(unless, (id) => {
      const { cube, member } = realDimension(evaluation, id);
      const at = by.findIndex((grain) => isOf(grain, cube.name, member.name));
      return { value: key[at] ?? null, type: member.type };
    });
  });
}

/** Returns the mask of a measure of one row, likewise. */
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

/** Whether no row of an ungrouped question has its real value, whatever is in it. */
export function isMaskedWhole(evaluation: Evaluation, by: readonly Grain[], { member }: FoundMeasure): boolean {
  return (member.masked ?? []).some(
    ({ unless }) => !unless || (!isLetThrough(evaluation, unless) && !isOverShown(evaluation, by, unless)),
  );
}

/**
 * Whether the filters of the question leave only rows that have the real value. Filters on masked members do not say
 * so.
 */
function isLetThrough(evaluation: Evaluation, unless: Filter): boolean {
  const { world, rowFilters } = evaluation;
  const times = membersOfFilter(unless).filter((id) => realDimension(evaluation, id).member.type === 'time');
  const named = (id: string) => JSON.stringify(inCubes(evaluation, { member: id, operator: 'set' }));
  const filtered = rowFilters.flatMap((filter) => ('segment' in filter ? [] : membersOfFilter(filter).map(named)));
  if (times.some((id) => filtered.includes(named(id))))
    throw new Unsettled('whether one range of time is inside another');
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
    if (member.type === 'time') return false;
    return by.some((grain) => isOf(grain, cube.name, member.name) && !isMasked(evaluation.world, grain.found));
  });
}

function isOf({ found, granularity }: Grain, cube: string, member: string): boolean {
  const { name } = found.member;
  // A masked key stays as an additional member, see `reading.ts`.
  return granularity === undefined && found.cube.name === cube && (name === member || name === `${member} behind`);
}

function realDimension({ world }: Evaluation, id: string): FoundDimension {
  const found = findMember(world.real ?? world, id);
  if (found.kind !== 'dimension') throw new Error(`${id} is no dimension`);
  return found;
}

/** Whether the member, or one that it is computed from, is masked. */
function isMasked(world: World, found: Found): boolean {
  const isOwn = found.kind !== 'segment' && (found.member.masked ?? []).length > 0;
  return isOwn || referencesOf(world, found).some((one) => isMasked(world, one));
}
