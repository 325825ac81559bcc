import { nearest } from '@orrery/semantic';

/** A hint that names what was probably meant, if one of `names` is near enough. */
export function didYouMean(name: string, names: Iterable<string>, show = (found: string) => found): string | undefined {
  const found = nearest(name, names);
  return found === undefined ? undefined : `Did you mean ${show(found)}?`;
}
