import {
  type CubeName,
  cubeOf,
  granularityNamed,
  type MemberId,
  type ModelIndex,
  nameOfGranularity,
  type PreAggregation,
  requireDimension,
  requireMeasure,
  settleGranularity,
  touchedAnywhere,
} from '../model/index.ts';
import {
  buildPlan,
  completePlan,
  holdsLocalTime,
  leavesByKind,
  lookupOf,
  nodesOf,
  resolveAlias,
} from '../plan/index.ts';
import { anonymous, type BoundQuery, type Output } from '../query/index.ts';
import { utc, type Zone } from '../time/index.ts';
import type { Mismatch } from './mismatch.ts';
import type { Rollup, StoredColumn, StoredMeasure, StoredTime } from './rollup.ts';
import { type GroupedRows, rootsOf, rowsOfPlan } from './rows-of-plan.ts';
import { storeFinal, storeMeasure } from './store-measure.ts';

/** The clock on which a rollup's buckets are cut. */
export interface RollupClock {
  readonly zone: Zone;
  /** From which years of a granularity without origin are counted. */
  readonly year: number;
}

export type ResolvedRollup =
  | { readonly ok: true; readonly rollup: Rollup }
  | { readonly ok: false; readonly mismatches: readonly Mismatch[] };

/**
 * Resolves a definition to what it stores, by planning the query of all its members, without rules.
 *
 * @returns why nothing can be served from such a rollup
 */
export function resolveRollup(
  cube: CubeName,
  definition: PreAggregation,
  model: ModelIndex,
  clock: RollupClock,
): ResolvedRollup {
  if (definition.type !== 'rollup') return refused({ kind: 'other-type', type: definition.type });
  const { measures, dimensions, segments, timeDimensions } = definition;
  const stored = [...measures, ...dimensions, ...segments, ...timeDimensions];
  const isMissing = stored.some(({ member }) => !model.members.has(member));
  if (definition.isIncomplete || isMissing) return refused({ kind: 'incomplete' });
  if (!stored.some(({ member }) => cubeOf(member) === cube)) return refused({ kind: 'without-own-member' });
  const read = touchedAnywhere(
    model,
    stored.map(({ member }) => member),
  ).members;
  if ([...read].some((id) => isComputed(model, id))) return refused({ kind: 'computed-dimension' });

  const columns: readonly StoredColumn[] = [
    ...dimensions.map(({ member }): StoredColumn => ({ kind: 'value', member })),
    ...segments.map(({ member }): StoredColumn => ({ kind: 'segment', member })),
    ...timeDimensions.flatMap(({ member, granularity }) => storedTime(model, member, granularity, clock) ?? []),
  ];
  const query = buildQuery(definition, columns, model, clock);
  const built = buildPlan(query, model);
  if (!built.ok) return refused({ kind: 'not-plannable', codes: built.problems.map(({ code }) => code) });
  const completed = completePlan(built.value, anonymous);
  const fragments = [...built.value.reading.fragments];
  const plan = completed.ok ? completed.value : undefined;
  // Values of the context are missing for nobody: a rollup has one form for each outcome of what it reads.
  if (!plan) return refused({ kind: 'reads-context' });
  if (nodesOf(plan.root).some((node) => node.kind === 'join' && lookupOf(node.on)))
    return refused({ kind: 'computed-dimension' });
  if (rootsOf(plan.root).length > 1) return refused({ kind: 'several-facts' });
  const { groups } = rowsOfPlan(plan.root);
  // Conditions of its own would keep groups out.
  const parts = groups.filter(({ conditions }) => conditions.length === 0);
  const found = storedMeasures(
    model,
    measures.map(({ member }) => member),
    parts,
  );
  return { ok: true, rollup: { columns, measures: found, query, plan, parts, fragments, model } };
}

function refused(mismatch: Mismatch): ResolvedRollup {
  return { ok: false, mismatches: [mismatch] };
}

/** Whether a dimension has a value made of other rows, or of none. */
function isComputed(model: ModelIndex, id: MemberId): boolean {
  const member = model.members.get(id);
  if (member?.kind !== 'dimension') return false;
  return ['sub-query', 'stage', 'switch'].includes(member.expression.kind);
}

/** Buckets of an hour or less are moments, which serve every zone whose clock differs by whole ones. */
const shortUnits: ReadonlySet<unknown> = new Set(['second', 'minute', 'hour']);

function storedTime(model: ModelIndex, member: MemberId, name: string, clock: RollupClock): StoredTime | undefined {
  const named = granularityNamed(requireDimension(model, member), name);
  if (!named) return undefined;
  const zone = holdsLocalTime(model, member) ? utc : clock.zone;
  const granularity = settleGranularity(named, clock);
  const isLocal = holdsLocalTime(model, member);
  return { kind: 'bucket', member, granularity, on: !isLocal && shortUnits.has(granularity) ? 'instants' : zone };
}

function buildQuery(
  definition: PreAggregation,
  columns: readonly StoredColumn[],
  model: ModelIndex,
  { zone, year }: RollupClock,
): BoundQuery {
  const { measures, dimensions, segments, timeDimensions } = definition;
  const hints = [...measures, ...dimensions, ...segments, ...timeDimensions].filter(({ path }) => path.length > 1);
  return {
    outputs: [
      ...columns.map((column) => outputOf(model, column)),
      ...measures.map(({ member }) => measureOutput(model, member)),
    ],
    rowFilters: [],
    defaultFilters: [],
    rowRules: [],
    masks: [],
    groupFilters: [],
    order: [],
    offset: 0,
    zone,
    ruleZone: zone,
    year,
    isUngrouped: false,
    joinHints: hints.map(({ path }) => path),
    joined: [],
    timeMembers: timeDimensions.map(({ member }) => member),
    dateRanges: timeDimensions.map(() => null),
  };
}

/** A stored column as a query asks for it. */
export function outputOf(model: ModelIndex, column: StoredColumn): Output {
  const { member } = column;
  if (column.kind !== 'bucket') {
    const { type } = requireDimension(model, member);
    return { ...namedLike(member), role: 'dimension', type, expression: { kind: 'dimension', member } };
  }
  const { granularity } = column;
  const name = `${member}.${nameOfGranularity(granularity)}`;
  return { ...namedLike(name), role: 'bucket', type: 'time', expression: { kind: 'bucket', member, granularity } };
}

export function measureOutput(model: ModelIndex, member: MemberId): Output {
  const { type } = requireMeasure(model, member);
  return { ...namedLike(member), role: 'measure', type, expression: { kind: 'measure', member } };
}

function namedLike(name: string): Pick<Output, 'name' | 'alias'> {
  return { name, alias: name.replaceAll('.', '__') };
}

/** The aggregates that measures consist of. One that is not among the parts is of rows that joins multiply. */
function storedMeasures(
  model: ModelIndex,
  measures: readonly MemberId[],
  parts: readonly GroupedRows[],
): readonly StoredMeasure[] {
  const { rows, rolling, stages } = leavesByKind(model, measures);
  const taken = parts.flatMap(({ take }) => take);
  return [
    ...rows.map((leaf) => {
      const { expression } = resolveAlias(model, leaf, 'measure').member;
      if (expression.kind !== 'aggregate') return storeMeasure(leaf, 'raw');
      const stored = storeMeasure(leaf, expression.function);
      if (stored.merged === 'never') return stored;
      const isWhole = taken.some(({ measure, over }) => measure === leaf && over === 'rows');
      return isWhole ? stored : storeFinal(leaf, 'multiplied', expression.function);
    }),
    ...rolling.map((leaf) => storeFinal(leaf, 'window')),
    ...stages.map((leaf) => storeFinal(leaf, 'stages')),
  ];
}
