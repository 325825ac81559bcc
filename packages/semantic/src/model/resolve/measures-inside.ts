import type { MeasureDefinition } from '../../source/index.ts';
import { bindSql, type BoundReference } from './bind-names.ts';
import { isSumOfMeasures } from './linear-sql.ts';
import type { Fragment, MemberId } from '../model.ts';
import { isMeasure } from './resolve-dimension.ts';
import { lookUp, openScope, type CubeScope } from './scope.ts';

/** A measure used by another one, as its author wrote it. */
export interface MeasureInside {
  readonly definition: MeasureDefinition;
  /** SQL of a measure calculated from others. */
  readonly calculation?: Fragment;
}

/** Finds the measures among some references, and those they are calculated from, at any depth. */
export function measuresInside(
  references: readonly BoundReference[],
  scope: CubeScope,
): ReadonlyMap<MemberId, MeasureInside> {
  const found = new Map<MemberId, MeasureInside>();
  const pending = references.filter(isMeasure).map((reference) => ({ reference, from: scope }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { reference, from } = next;
    const { member, definition } = reference;
    if (definition.kind !== 'measure' || found.has(member)) continue;
    const own = calculationOf(reference, definition, from);
    found.set(member, { definition, ...(own ? { calculation: own.bound.fragment } : {}) });
    if (!own) continue;
    for (const [name, input] of own.scope.inputs) scope.inputs.set(name, input);
    pending.push(...own.bound.references.filter(isMeasure).map((inner) => ({ reference: inner, from: own.scope })));
  }
  return found;
}

/** Names in its SQL are resolved where it is defined, and problems are reported there. */
function calculationOf({ member, owner }: BoundReference, definition: MeasureDefinition, from: CubeScope) {
  const isValue = ['number', 'string', 'time', 'boolean'].includes(definition.type);
  const entry = owner === from.cube.name ? from.cube : lookUp(owner, from);
  if (!isValue || !definition.sql || entry.kind !== 'cube') return undefined;
  const scope = openScope(entry, from.entries);
  const bound = bindSql(definition.sql, { kind: 'member', member }, scope);
  const isOfMeasures = !bound.readsColumns && bound.references.length > 0 && bound.references.every(isMeasure);
  return isOfMeasures ? { bound, scope } : undefined;
}

/** Whether a calculation over the sums of its measures equals the sum of its own values. */
export function addsUp(sql: Fragment, inside: ReadonlyMap<MemberId, MeasureInside>): boolean {
  const known = new Map<MemberId, boolean>();
  const isAdditive = (member: MemberId): boolean => {
    const answer = known.get(member);
    if (answer !== undefined) return answer;
    // A measure made of itself is refused elsewhere.
    known.set(member, false);
    const adds = decide(inside.get(member));
    known.set(member, adds);
    return adds;
  };
  const decide = (found: MeasureInside | undefined): boolean => {
    if (!found || found.definition.window) return false;
    const { definition, calculation } = found;
    if (calculation) return definition.filters.length === 0 && !changesRows(definition) && isSum(calculation);
    return !definition.stage && (definition.type === 'sum' || definition.type === 'count');
  };
  const isSum = (fragment: Fragment) => isSumOfMeasures(fragment, isAdditive);
  return isSum(sql);
}

/** Whether a multi-stage measure is more than a calculation: it reads other rows, or groups them differently. */
export function changesRows({ stage }: MeasureDefinition): boolean {
  if (!stage) return false;
  const { grain, filter, timeShifts, choice } = stage;
  return (
    grain.kept !== undefined ||
    grain.include.length > 0 ||
    filter.kept !== undefined ||
    filter.include.length > 0 ||
    filter.isFixed ||
    timeShifts.length > 0 ||
    choice !== undefined
  );
}
