import { leavesRowsOut, type MemberId, type ModelIndex, requireMember, touchedBy } from '../../model/index.ts';

/** Whether a row filter on a member depends on the row alone, down to the last member that it is made of. */
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
