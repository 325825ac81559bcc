import type { MemberId } from '../model.ts';

/**
 * Members that are made for one question, beside those of the model. No name in a query or a model holds this sign, so
 * that nobody can ask for them. The part before it is the member they stand for.
 */
const sign = '~';

export function shadowOf(id: MemberId, purpose: string): MemberId {
  return `${id}${sign}${purpose.replaceAll('.', '_')}` as MemberId;
}

/** The member of the model that a member stands for; itself, unless it was made for the question. */
export function originalOf(id: MemberId): MemberId {
  const end = id.indexOf(sign);
  return end < 0 ? id : (id.slice(0, end) as MemberId);
}

export function isShadow(id: MemberId): boolean {
  return id.includes(sign);
}

const real = 'real';

/** With its real value, down to the last member it is made of. */
export function realShadowOf(id: MemberId): MemberId {
  return shadowOf(id, real);
}

export function isRealShadow(id: MemberId): boolean {
  return id.endsWith(`${sign}${real}`);
}
