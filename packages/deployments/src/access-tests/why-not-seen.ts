import { cubeOf, explainAccess, type Member, type PieceAccess } from '@orrery/semantic';
import type { ModelForCaller } from '@orrery/runtime';

/** Explains to the author of policies why a member is hidden from a caller. */
export function whyNotSeen(member: Member, { model, caller }: ModelForCaller): string {
  const piece = cubeOf(member.id);
  if (!member.isPublic) return 'it is not public';
  if (model.index.pieces.get(piece)?.isPublic !== true) return `${piece} is not public`;
  const explained = explainAccess(model.index, caller);
  const of = (name: string) => explained.find((one) => one.name === name);
  const hidden = of(piece)?.hidden.find((one) => one.member === member.id);
  if (!hidden) return 'orrery explain --as shows why';
  const { cause, reason } = hidden;
  const resting = cause.kind === 'cube-denied' ? of(cause.cube) : cause.kind === 'not-granted' ? of(piece) : undefined;
  return [reason, ...whyResting(resting)].join('; ');
}

/** Explains policies when none applies. */
function whyResting(piece: PieceAccess | undefined): readonly string[] {
  const policies = piece?.policies ?? [];
  if (policies.some(({ applies }) => applies)) return [];
  return policies.map(({ file, line, reason }) => `${file}:${line} does not apply: ${reason}`);
}
