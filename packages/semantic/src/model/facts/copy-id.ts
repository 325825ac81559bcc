import type { MemberId } from '../model.ts';

/**
 * Sign of members that are made for one query. No name in a query or a model contains it, so callers cannot name them.
 * The text before it is the original member.
 */
const sign = '~';

export function copyIdOf(id: MemberId, purpose: string): MemberId {
  return `${id}${sign}${purpose.replaceAll('.', '_')}` as MemberId;
}

/** Returns the member of the model behind a member made for a query; any other member is returned unchanged. */
export function originalOf(id: MemberId): MemberId {
  const end = id.indexOf(sign);
  return end < 0 ? id : (id.slice(0, end) as MemberId);
}

export function isCopyId(id: MemberId): boolean {
  return id.includes(sign);
}

const real = 'real';

/** Id of the copy with real values, down to the last member it is made of. */
export function realCopyIdOf(id: MemberId): MemberId {
  return copyIdOf(id, real);
}

export function isRealCopyId(id: MemberId): boolean {
  return id.endsWith(`${sign}${real}`);
}
