import { type MemberId, type ModelIndex, requireMeasure } from '../model/index.ts';
import {
  buildPlan,
  itemAt,
  leavesByKind,
  lookupOf,
  nodesOf,
  type Plan,
  type PlanCondition,
  type PlanExpression,
  queryGrouping,
  type QueryPlan,
  resolveAlias,
} from '../plan/index.ts';
import { type BoundQuery, membersOf, membersOfFilter, type Output } from '../query/index.ts';
import { utc } from '../time/index.ts';
import { coverCondition, coverExpression } from './cover-condition.ts';
import type { Mismatch } from './mismatch.ts';
import { measureOutput, outputOf } from './resolve-rollup.ts';
import type { Rollup, StoredColumn } from './rollup.ts';
import { joinTexts, rootsOf } from './rows-of-plan.ts';

/**
 * The rule for measures that do not merge: a stored row is a group of the answer. Every stored column is asked for as it
 * is stored, or pinned to one value, and both queries have the same plan over the same rows.
 *
 * @param model with what the query made @returns all reasons why not
 */
export function matchExactly(
  query: BoundQuery,
  plan: QueryPlan,
  rollup: Rollup,
  model: ModelIndex,
): readonly Mismatch[] {
  if (query.isUngrouped) return [{ kind: 'rows-one-by-one' }];
  const { by, rowFilters, measures } = queryGrouping(query, model, []);
  const { columns } = rollup;
  const coverage = { columns, conditions: rowFilters, zone: query.zone };
  const shown = by.map(({ expression }) => columns.find((column) => showsColumn(expression, column)));
  const found: readonly Mismatch[] = [
    ...(query.fill === undefined ? [] : [{ kind: 'filled' } as const]),
    ...leavesMismatches(measures, rollup, model),
    ...(by.length > 0 ? [] : unknownOfNothing(measures, rollup, model)),
    ...rowFilters.flatMap((condition) => coverCondition(condition, coverage)),
    ...by.flatMap(({ expression }, index): readonly Mismatch[] => {
      if (shown[index]) return [];
      const missing = coverExpression(expression, coverage);
      return missing.length > 0 ? missing : [otherGrain(expression)];
    }),
    ...columns
      .filter((column) => !shown.includes(column) && !rowFilters.some((test) => pins(test, column)))
      .filter(({ member }) => !by.some(({ expression }, index) => !shown[index] && isBucketOf(expression, member)))
      .map((column): Mismatch => ({ kind: 'not-pinned', member: column.member })),
    ...(readsLookups(plan.root) ? [{ kind: 'computed-dimension' } as const] : []),
  ];
  if (found.length > 0) return found;
  return isSamePlan(query, plan, rollup, model, shown) ? [] : [{ kind: 'other-rows' }];
}

function leavesMismatches(measures: readonly MemberId[], rollup: Rollup, model: ModelIndex): readonly Mismatch[] {
  const { rows, rolling, stages } = leavesByKind(model, measures);
  return [
    ...rolling.map((member): Mismatch => ({ kind: 'window', member })),
    ...stages.map((member): Mismatch => ({ kind: 'stages', member })),
    ...rows
      .filter((leaf) => !rollup.measures.some(({ member }) => member === leaf))
      .map((member): Mismatch => ({ kind: 'measure', member })),
  ];
}

/** An answer without groups has a row also where no stored row passes its conditions. */
function unknownOfNothing(measures: readonly MemberId[], rollup: Rollup, model: ModelIndex): readonly Mismatch[] {
  const { rows } = leavesByKind(model, measures);
  return rollup.measures
    .filter(({ member, ofNothing }) => ofNothing === 'unknown' && rows.includes(member))
    .map(({ member }): Mismatch => ({ kind: 'value-of-nothing', member }));
}

/** Whether equal values of the expression are equal values of the column, and the other way round. */
function showsColumn(expression: PlanExpression, column: StoredColumn): boolean {
  if (expression.kind === 'dimension') return column.kind !== 'bucket' && column.member === expression.member;
  // Other clocks show two moments alike where they are set back.
  if (expression.kind === 'local-time') return expression.zone === utc && showsColumn(expression.operand, column);
  if (expression.kind !== 'bucket' || column.kind !== 'bucket') return false;
  const { operand, granularity, zone } = expression;
  const isOnClock = zone === (column.on === 'instants' ? utc : column.on);
  const isOfTime = operand.kind === 'dimension' && operand.member === column.member;
  return isOnClock && isOfTime && JSON.stringify(granularity) === JSON.stringify(column.granularity);
}

/** The reason for an expression that stored columns decide, though several of their values make one of it. */
function otherGrain(expression: PlanExpression): Mismatch {
  if (expression.kind !== 'bucket' || expression.operand.kind !== 'dimension') return { kind: 'expression' };
  return { kind: 'other-granularity', member: expression.operand.member };
}

/** Whether the query asks for a time in other buckets, which is a reason of its own. */
function isBucketOf(expression: PlanExpression, member: MemberId): boolean {
  if (expression.kind !== 'bucket') return false;
  return expression.operand.kind === 'dimension' && expression.operand.member === member;
}

/** Whether rows that pass the test have one value in the column. */
function pins(test: PlanCondition, column: StoredColumn): boolean {
  if (test.kind === 'rule') return pins(test.where, column);
  if (test.kind === 'and') return test.conditions.some((one) => pins(one, column));
  if (test.kind === 'segment') return column.kind === 'segment' && column.member === test.member;
  if (test.kind !== 'one-of' || test.isNegated || test.keepsNull || test.values.length !== 1) return false;
  return test.operand.kind === 'dimension' && column.kind === 'value' && column.member === test.operand.member;
}

function readsLookups(plan: Plan): boolean {
  return nodesOf(plan).some((node) => node.kind === 'join' && lookupOf(node.on) !== undefined);
}

/** Compares the plan of the query, without its conditions, with that of the stored rows for the same measures. */
function isSamePlan(
  query: BoundQuery,
  plan: QueryPlan,
  rollup: Rollup,
  model: ModelIndex,
  shown: readonly (StoredColumn | undefined)[],
): boolean {
  const groups = query.outputs.filter(({ role }) => role !== 'measure');
  const measures = [
    ...query.outputs.filter(({ role }) => role === 'measure').flatMap(({ expression }) => membersOf(expression)),
    ...query.groupFilters.flatMap(membersOfFilter).filter((id) => model.members.get(id)?.kind === 'measure'),
  ];
  const asked: Output[] = [];
  const stored: Output[] = [];
  for (const column of rollup.columns) {
    const own = outputOf(rollup.model, column);
    const index = shown.indexOf(column);
    stored.push(own);
    asked.push(index < 0 ? own : { ...own, expression: itemAt(groups, index).expression });
  }
  for (const measure of new Set(measures)) {
    const { id } = resolveAlias(model, measure, 'measure').member;
    // Measures that a query makes have no values that are stored.
    if (rollup.model.members.get(id) !== requireMeasure(model, id)) return false;
    const own = measureOutput(rollup.model, id);
    stored.push(own);
    asked.push({ ...own, expression: { kind: 'measure', member: measure } });
  }
  const { zone, year } = query;
  const nothing = { rowFilters: [], defaultFilters: [], rowRules: [], groupFilters: [], order: [], offset: 0 };
  const { limit: _, fill: __, ...open } = query;
  const one = buildPlan({ ...open, ...nothing, outputs: asked }, model);
  const other = buildPlan({ ...rollup.query, zone, year, outputs: stored }, rollup.model);
  if (!one.ok || !other.ok) return false;
  const [root, whole] = [other.value.root, rollup.plan.root];
  return (
    JSON.stringify(belowOutputs(one.value.root)) === JSON.stringify(belowOutputs(root)) &&
    hasSameRows(plan.root, one.value.root) &&
    // Other measures of the rollup change neither its groups nor where its rows start.
    String(rootsOf(root)) === String(rootsOf(whole)) &&
    [...joinTexts(root)].every((join) => joinTexts(whole).has(join))
  );
}

/** The groups, before measures are computed from them that are named differently in views. */
function belowOutputs(plan: Plan): Plan {
  return plan.kind === 'project' ? plan.input : plan;
}

/** Whether conditions of a query brought in nothing that its groups and measures do not need. */
function hasSameRows(whole: Plan, open: Plan): boolean {
  const [before, after] = [joinTexts(whole), joinTexts(open)];
  return (
    String(rootsOf(whole)) === String(rootsOf(open)) &&
    before.size === after.size &&
    [...before].every((join) => after.has(join))
  );
}
