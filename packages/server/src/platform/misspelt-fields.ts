import { type ZodType, z } from 'zod';

/** Of shorter names one letter is too much of the name. */
const shortest = 5;

/**
 * Fields that are left out as unknown, but for a slip are known ones: whoever meant those meant to narrow something. Older
 * clients send fields that nobody reads any more, and these stay unread.
 */
export function misspeltFields(
  schema: ZodType,
  given: unknown,
): readonly { readonly path: string; readonly message: string }[] {
  if (!(schema instanceof z.ZodObject) || typeof given !== 'object' || given === null) return [];
  if (schema.def.catchall) return []; // it says itself what becomes of others
  const known = Object.keys(schema.shape);
  const meant = known.filter((name) => !Object.hasOwn(given, name));
  return Object.keys(given).flatMap((path) => {
    if (known.includes(path)) return [];
    const name = meant.find((candidate) => isSlipOf(path, candidate));
    return name === undefined ? [] : [{ path, message: `is no field; did you mean '${name}'?` }];
  });
}

/** Another case, or one letter too many, too few, wrong or exchanged with its neighbour. */
function isSlipOf(given: string, name: string): boolean {
  const [one, other] = [given.toLowerCase(), name.toLowerCase()];
  if (one === other) return true;
  if (name.length < shortest || Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const isExchanged = one[at] === other[at + 1] && one[at + 1] === other[at];
  return (
    one.slice(at + 1) === other.slice(at + 1) ||
    one.slice(at + 1) === other.slice(at) ||
    one.slice(at) === other.slice(at + 1) ||
    (isExchanged && one.slice(at + 2) === other.slice(at + 2))
  );
}
