import type { SecurityContext } from '@orrery/kernel';
import type { PolicyWords, ReadAttribute } from './policy-words.ts';
import type { Random } from './random.ts';

/** A caller, by the claims of a token. */
export interface Identity {
  readonly name: string;
  readonly context: SecurityContext;
}

/** Generates an identity with random groups and attributes that the policies name. */
export async function generateIdentity(
  random: Random,
  words: PolicyWords,
  name: string,
  valuesOf: (attribute: ReadAttribute) => Promise<readonly string[]>,
): Promise<Identity> {
  if (random.happens(5)) return { name, context: {} };
  const context: Record<string, unknown> = {};
  const userAttributes: Record<string, unknown> = {};
  for (const attribute of words.attributes) {
    if (random.happens(15)) continue;
    const root = attribute.of === 'user-attributes' ? userAttributes : context;
    setAt(root, attribute.path, valueFor(random, attribute, await valuesOf(attribute)));
  }
  const groups = [...random.some(words.groups, 3), ...(random.happens(10) ? ['a group that does not exist'] : [])];
  const roles = random.some(words.roles, 2);
  return { name, context: { ...context, cubeCloud: { groups, roles, userAttributes } } };
}

function valueFor(random: Random, { member, literals }: ReadAttribute, values: readonly string[]): unknown {
  if (random.happens(10)) return random.pick([null, '', [], {}, "' OR 1=1 --", 'a value that does not exist']);
  if (member === undefined) {
    const [literal] = literals;
    if (literal === undefined) return random.pick([true, true, false, 'yes']);
    return random.happens(70) ? [literal] : ['another'];
  }
  return random.happens(60) ? (random.pick(values) ?? 'a') : random.some(values, 3);
}

/** Sets a value by names from users' models; no name can reach a prototype. */
function setAt(root: Record<string, unknown>, [key = '', ...more]: readonly string[], value: unknown): void {
  if (more.length === 0)
    Object.defineProperty(root, key, { value, enumerable: true, configurable: true, writable: true });
  else {
    const known = Object.hasOwn(root, key) ? root[key] : undefined;
    const inner: Record<string, unknown> = typeof known === 'object' && known !== null ? { ...known } : {};
    setAt(inner, more, value);
    setAt(root, [key], inner);
  }
}
