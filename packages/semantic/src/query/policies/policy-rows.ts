import {
  factOfPart,
  type MemberId,
  type ModelFilter,
  type ModelIndex,
  requireMember,
  touchedBy,
} from '../../model/index.ts';
import { type Binder, newFindings } from '../binder.ts';
import { filterSubject } from '../filters/filter-subject.ts';
import { memberCondition } from '../filters/member-condition.ts';
import type { FilterOperator } from '../query.ts';
import type { Condition } from '../condition.ts';

/** Lets no row through. */
const never: Condition = { kind: 'or', conditions: [] };

/**
 * Builds the rows of one policy, with the days and the clock of the query.
 *
 * @param filters joined with AND @returns no rows when any filter cannot be bound, or is empty: it must not open what
 * it was to limit
 */
export function bindPolicyRows(binder: Binder, filters: readonly ModelFilter[]): Condition {
  return conditionOf(binder, { kind: 'and', filters }) ?? never;
}

function conditionOf(binder: Binder, filter: ModelFilter): Condition | undefined {
  if (filter.kind === 'member') return memberTest(binder, filter);
  const conditions = filter.filters.map((one) => conditionOf(binder, one));
  const bound = conditions.filter((one) => one !== undefined);
  const [only] = bound;
  if (!only || bound.length < conditions.length) return undefined;
  return bound.length === 1 ? only : { kind: filter.kind, conditions: bound };
}

function memberTest(binder: Binder, filter: Extract<ModelFilter, { kind: 'member' }>): Condition | undefined {
  const { model } = binder;
  const member = requireMember(model, filter.member);
  if (member.kind === 'segment' || !isOfRows(model, member.id)) return undefined;
  const findings = newFindings();
  // The operator is validated before it is used.
  const subject = { ...filter, operator: filter.operator as FilterOperator };
  const condition = memberCondition({ ...binder, findings }, filterSubject(subject, member, filter.member));
  if (!condition || findings.problems.length > 0) return undefined;
  return member.kind === 'dimension' || condition.kind === 'measure-filters' ? condition : undefined;
}

/** Whether a row has a value of its own for the member, whatever the query is. */
function isOfRows(model: ModelIndex, id: MemberId): boolean {
  return factOfPart(model, id, readsRowsAlone);
}

function readsRowsAlone(model: ModelIndex, id: MemberId): boolean {
  return [...touchedBy(model, [id]).members].every((read) => {
    const { kind, expression } = requireMember(model, read);
    return kind !== 'dimension' || (expression.kind !== 'stage' && expression.kind !== 'switch');
  });
}
