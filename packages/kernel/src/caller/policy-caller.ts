import type { PolicyCaller } from '@orrery/semantic';

type Context = Readonly<Record<string, unknown>>;

/** Why the reserved element of a security context cannot be understood. */
export class MalformedCaller extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'MalformedCaller';
  }
}

/**
 * What policies read of a caller, from the security context alone: whoever is alike in it is alike to them. Its element
 * `cubeCloud` holds `groups`, `roles` and `userAttributes`.
 *
 * @throws MalformedCaller rather than taking a caller for one without groups: policies may say `not`
 */
export function policyCallerOf(securityContext: Context): PolicyCaller {
  const reserved = own(securityContext, 'cubeCloud');
  if (reserved === undefined) return { securityContext, groups: [], roles: [], userAttributes: undefined };
  if (!isRecord(reserved)) throw new MalformedCaller('cubeCloud is not an object');
  if (Object.hasOwn(reserved, 'user') && !Object.hasOwn(reserved, 'groups')) {
    throw new MalformedCaller('cubeCloud.user was not looked up: give groups and userAttributes in its place');
  }
  const userAttributes = own(reserved, 'userAttributes') ?? {};
  if (!isRecord(userAttributes)) throw new MalformedCaller('cubeCloud.userAttributes is not an object');
  return { securityContext, groups: texts(reserved, 'groups'), roles: texts(reserved, 'roles'), userAttributes };
}

function texts(reserved: Context, name: 'groups' | 'roles'): readonly string[] {
  const list = own(reserved, name) ?? [];
  if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list;
  throw new MalformedCaller(`cubeCloud.${name} is not a list of texts`);
}

/** Absent and null are one. */
function own(record: Context, name: string): unknown {
  return Object.hasOwn(record, name) ? (record[name] ?? undefined) : undefined;
}

export function isRecord(value: unknown): value is Context {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
