import { type MemberId, type ModelIndex, readsOf, requireMember } from '@orrery/semantic';

/** Whether a measure, or one that it is made of, reads rows of other times than those that are shown. */
export function readsOtherTimes(model: ModelIndex, id: MemberId): boolean {
  const seen = new Set<MemberId>();
  const next: MemberId[] = [id];
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    const member = requireMember(model, one);
    if (member.kind !== 'measure') continue;
    const { expression } = member;
    if ('window' in expression && expression.window !== undefined) return true;
    if (expression.kind === 'stage' && expression.timeShifts.length > 0) return true;
    next.push(...readsOf(member));
  }
  return false;
}
