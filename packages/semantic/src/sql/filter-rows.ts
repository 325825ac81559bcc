import { isOwnColumn, type MemberId, type ModelIndex } from '../model/index.ts';
import {
  expressionsIn,
  membersOfCondition,
  type PlanCondition,
  type PlanExpression,
  resolveAlias,
} from '../plan/index.ts';
import { operandsIn } from '../query/index.ts';
import type { SelectDraft } from './draft.ts';
import type { Lowering } from './lowering.ts';
import { all, type Sql } from './sql.ts';

/**
 * Adds a filter to a SELECT. Engines test conditions joined with AND in any order. SQL of an author may fail, and an
 * error could reveal a row that the caller must not see; so it is only evaluated for rows that pass the rules.
 */
export function filterRows({ model }: Lowering, input: SelectDraft, where: PlanCondition, test: Sql): SelectDraft {
  if (where.kind === 'rule') return { ...input, where: [...input.where, test], rules: [...input.rules, test] };
  const isGuarded = input.rules.length > 0 && mayFail(model, where);
  const guarded: Sql = isGuarded ? { kind: 'case', when: [{ condition: all(input.rules), value: test }] } : test;
  return { ...input, where: [...input.where, guarded] };
}

/** Whether a condition may fail: it tests more than columns, or computes something from them. */
function mayFail(model: ModelIndex, condition: PlanCondition): boolean {
  if (operandsIn(condition).some(computes)) return true;
  return !membersOfCondition(condition).every((member) => isColumn(model, member));
}

function computes(operand: PlanExpression): boolean {
  return operand.kind === 'sql' || operand.kind === 'call' || expressionsIn(operand).some(computes);
}

function isColumn(model: ModelIndex, id: MemberId): boolean {
  const member = model.members.get(id);
  if (member?.kind !== 'dimension') return false;
  const { expression } = resolveAlias(model, id, 'dimension').member;
  if (expression.kind !== 'sql') return false;
  if (isOwnColumn(expression.sql)) return true;
  const [only, ...others] = expression.sql.parts;
  return (
    only?.kind === 'member' && only.granularity === undefined && others.length === 0 && isColumn(model, only.member)
  );
}
