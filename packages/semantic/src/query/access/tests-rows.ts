import { leavesRowsOut } from '../../model/check/check-row-filter.ts';
import { type ModelIndex, requireMember } from '../../model/model-index.ts';
import type { MemberId } from '../../model/model.ts';
import { touchedBy } from '../../model/facts/touched.ts';

/** Whether a row filter on a member can be told of a row alone, down to the last member that it is made of. */
export function testsRows(model: ModelIndex, id: MemberId): boolean {
  const member = requireMember(model, id);
  if (member.kind === 'measure') {
    const { expression } = member;
    return expression.kind === 'alias' ? testsRows(model, expression.member) : leavesRowsOut(member);
  }
  return [...touchedBy(model, [id]).members].every((read) => {
    const { kind, expression } = requireMember(model, read);
    return kind !== 'dimension' || (expression.kind !== 'stage' && expression.kind !== 'switch');
  });
}
