import {
  type Fragment,
  type MemberId,
  membersIn,
  referencesIn,
  requireMember,
  shownAs,
  type StageExpression,
  type StageValue,
  takesDates,
} from '../../model/index.ts';
import { itemAt } from '../tree/item-at.ts';
import type { PlanContext } from '../groups/grouping.ts';
import { reachableBranches } from '../switches/reachable-branches.ts';
import { column, measureOver } from '../groups/measure-leaves.ts';
import { typeOfMeasure } from '../groups/type-of-measure.ts';
import { resolveAlias } from '../joins/requirement.ts';
import { groupColumns } from '../guard/settle-masks.ts';
import { grainOf, staysInGrain, storedMember } from './stage-grouping.ts';
import type { InnerRows } from './plan-stages.ts';
import type { PlanExpression, StandIn } from '../plan-expression.ts';

/** The value that a stage computes from one inner row. */
export function stageValue(context: PlanContext, rows: InnerRows, leaf: MemberId): PlanExpression {
  const { member } = resolveAlias(context.model, leaf, 'measure');
  const { expression: stage } = member;
  if (stage.kind !== 'stage') throw new Error(`the measure '${leaf}' has no stages`);
  const over = (sql: Fragment, filters: readonly Fragment[]) =>
    overInnerRows(context, rows, sql, filters, stage.hasWindow);
  if (stage.makes === 'rank') return rankOf(context, rows, stage, (sql) => over(sql, []));
  const value =
    stage.value?.kind === 'choice' ? reachableBranches(context, stage.value, rows.grouping.rowFilters) : stage.value;
  if (value?.kind !== 'choice') {
    const made = over(value?.sql ?? one, stage.filters);
    const as = shownAs(context.model, leaf);
    return made.kind === 'calculated' && as ? { ...made, shownAs: as } : made;
  }
  const on = { ...value.on, member: storedMember(context, value.on.member) };
  const index = rows.grouping.by.findIndex(({ expression }) => {
    const shown = grainOf(expression);
    return shown?.member === on.member && shown.granularity === on.granularity;
  });
  return {
    kind: 'choice',
    on: column(itemAt(rows.grouped.by, index)),
    isOfNumbers:
      !choosesTimes(context, value) && (counts(stage) ? choosesNumbers(context, value) : member.type === 'number'),
    when: value.when.map((branch) => ({ value: branch.value, expression: over(branch.sql, stage.filters) })),
    ...(value.otherwise ? { otherwise: over(value.otherwise, stage.filters) } : {}),
  };
}

/** Whether it counts, which accepts values of any type. */
function counts({ makes }: StageExpression): boolean {
  return makes === 'count' || makes === 'count-distinct' || makes === 'count-distinct-approx';
}

type Choice = Extract<StageValue, { kind: 'choice' }>;

function branchesOf({ when, otherwise }: Choice): readonly Fragment[] {
  return [...when.map(({ sql }) => sql), ...(otherwise ? [otherwise] : [])];
}

/** Whether every branch is a measure of numbers, and no SQL of unknown type. */
function choosesNumbers({ model }: PlanContext, choice: Choice): boolean {
  return branchesOf(choice).every(({ parts: [only, ...others] }) => {
    if (only?.kind !== 'member' || others.length > 0) return false;
    return requireMember(model, only.member).kind === 'measure' && typeOfMeasure(model, only.member) === 'number';
  });
}

/** Whether a minimum or maximum may be of times. */
function choosesTimes({ model }: PlanContext, choice: Choice): boolean {
  return membersIn(branchesOf(choice)).some((id) => {
    const member = requireMember(model, id);
    return member.kind === 'measure' && takesDates(resolveAlias(model, id, 'measure').member);
  });
}

/** Counted by a count without SQL. */
const one: Fragment = { parts: [{ kind: 'text', text: '1' }] };

function rankOf(
  context: PlanContext,
  { grouping, grouped }: InnerRows,
  stage: StageExpression,
  over: (sql: Fragment) => PlanExpression,
): PlanExpression {
  const within = grouping.by.flatMap(({ expression }, index) =>
    staysInGrain(context, stage.grain.kept, expression) ? [column(itemAt(grouped.by, index))] : [],
  );
  const by = stage.orderBy.map(({ sql, isDescending }) => ({
    expression: over(sql),
    type: typeOf(context, sql),
    isDescending,
  }));
  return { kind: 'rank', within, by };
}

/** The type of a single member, else number. */
function typeOf({ model }: PlanContext, { parts: [only, ...others] }: Fragment) {
  const member = only?.kind === 'member' && others.length === 0 ? model.members.get(only.member) : undefined;
  return member === undefined || member.kind === 'segment' ? 'number' : member.type;
}

function overInnerRows(
  context: PlanContext,
  { grouping, grouped }: InnerRows,
  sql: Fragment,
  filters: readonly Fragment[],
  hasWindow: boolean,
): PlanExpression {
  const { model } = context;
  const groups = groupColumns(context, grouping, grouped.by);
  const read = referencesIn([sql, ...filters]);
  const measures = membersIn([sql, ...filters])
    .filter((id) => model.members.get(id)?.kind === 'measure')
    .map((member) => ({
      member,
      expression: measureOver(
        model,
        member,
        (leaf) => {
          const found = grouped.leaves.get(leaf);
          if (found === undefined) throw new Error(`the inner rows lost the measure '${leaf}'`);
          return column(found);
        },
        groups,
      ),
    }));
  const dimensions = grouping.by.flatMap(({ expression }, index): readonly StandIn[] => {
    const shown = grainOf(expression);
    const isRead = read.some(
      ({ member, granularity }) =>
        model.members.get(member)?.kind === 'dimension' &&
        storedMember(context, member) === shown?.member &&
        granularity === shown.granularity,
    );
    return shown && isRead ? [{ ...shown, expression: column(itemAt(grouped.by, index)) }] : [];
  });
  return {
    kind: 'calculated',
    sql,
    filters,
    measures,
    ...(dimensions.length > 0 ? { dimensions } : {}),
    ...(hasWindow ? { hasWindow } : {}),
  };
}
