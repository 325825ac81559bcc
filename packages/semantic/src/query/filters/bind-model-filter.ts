import { openAccess } from '../access.ts';
import { type ModelFilter, type ModelIndex, requireMember } from '../../model/index.ts';
import { fail, type Outcome, succeed } from '../../problem/index.ts';
import type { Instant, Zone } from '../../time/index.ts';
import { allProblems, type Binder, newFindings } from '../binder.ts';
import { filterSubject } from './filter-subject.ts';
import { memberCondition } from './member-condition.ts';
import type { FilterOperator } from '../query.ts';
import type { Condition } from '../condition.ts';

/** Binds a filter of the model like one of a query. The caller's rights do not matter to it. */
export function bindModelFilter(model: ModelIndex, zone: Zone, filter: ModelFilter): Outcome<readonly Condition[]> {
  const findings = newFindings();
  // Values of filters are dates, not phrases relative to the present.
  const now = { instant: 0 as Instant, zone };
  const binder: Binder = { model, access: openAccess, now, findings, requested: new Set(), pieces: new Set() };
  const condition = conditionOf(binder, filter);
  const problems = allProblems(findings);
  if (problems.length > 0) return fail(...problems);
  return succeed(condition ? [condition] : []);
}

/** Returns undefined for an empty group or one already reported. */
function conditionOf(binder: Binder, filter: ModelFilter): Condition | undefined {
  if (filter.kind !== 'member') {
    const conditions = filter.filters.flatMap((one) => conditionOf(binder, one) ?? []);
    return conditions.length > 0 ? { kind: filter.kind, conditions } : undefined;
  }
  const member = requireMember(binder.model, filter.member);
  const isOfRows = member.kind === 'dimension' || (member.kind === 'measure' && filter.operator === 'measureFilter');
  if (!isOfRows) throw new Error(`the model filters rows by '${filter.member}'`);
  // The model was compiled only with existing operators.
  const subject = { ...filter, operator: filter.operator as FilterOperator };
  return memberCondition(binder, filterSubject(subject, member, filter.member));
}
