import type { MemberId } from '../form/fragment.ts';

/** Stands in no name of a query or a model, and between the two that are meant. */
const mark = '~over~';
const end = '~';

/** An aggregate that stands in a measure with windows, over the rows of those windows: it is none of the model's. */
export function windowLeafOf(leaf: MemberId, over: MemberId): MemberId {
  return `${leaf}${mark}${over}${end}` as MemberId;
}

/** What such a name was made of. */
export function windowed(id: MemberId): { readonly leaf: MemberId; readonly over: MemberId } | undefined {
  const at = id.indexOf(mark);
  if (at < 0) return undefined;
  return { leaf: id.slice(0, at) as MemberId, over: id.slice(at + mark.length, -end.length) as MemberId };
}

/** The measure of the model that is asked for: the one with the windows. */
export function askedFor(id: MemberId): MemberId {
  return windowed(id)?.over ?? id;
}
