import type { MemberId } from '../form/fragment.ts';

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
