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

/** Id of a copy with real values whose sub queries are limited by rules, as those of the query are. */
export function limitedCopyIdOf(id: MemberId): MemberId {
  return copyIdOf(id, 'limited');
}

/** Returns the member that such a copy has the rows of; any other member is returned unchanged. */
export function unlimitedIdOf(id: MemberId): MemberId {
  const suffix = limitedCopyIdOf('' as MemberId);
  return id.endsWith(suffix) ? (id.slice(0, -suffix.length) as MemberId) : id;
}

export function isRealCopyId(id: MemberId): boolean {
  return id.endsWith(`${sign}${real}`);
}

/** Separator of the two names; it occurs in no name of a query or a model. */
const mark = '~over~';
const end = '~';

/** Id of an aggregate inside a measure with windows, over the rows of those windows; not part of the model. */
export function windowLeafOf(leaf: MemberId, over: MemberId): MemberId {
  return `${leaf}${mark}${over}${end}` as MemberId;
}

/** Splits such an id into its parts. */
export function windowed(id: MemberId): { readonly leaf: MemberId; readonly over: MemberId } | undefined {
  const at = id.indexOf(mark);
  if (at < 0) return undefined;
  return { leaf: id.slice(0, at) as MemberId, over: id.slice(at + mark.length, -end.length) as MemberId };
}

/** The measure of the model that is queried: the one with the windows. */
export function askedFor(id: MemberId): MemberId {
  return windowed(id)?.over ?? id;
}
