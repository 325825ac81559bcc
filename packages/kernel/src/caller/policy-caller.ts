import type { SecurityContext } from './security-context.ts';

/** Attributes of the caller for policies. They come from a verified token, never from the query. */
export interface PolicyCaller {
  readonly securityContext: SecurityContext;
  readonly groups: readonly string[];
  /** The deprecated equivalent of groups. */
  readonly roles: readonly string[];
  /**
   * Undefined when the caller is no user or viewer known here, so that `groups` and `userAttributes` in expressions
   * have no value.
   */
  readonly userAttributes: Readonly<Record<string, unknown>> | undefined;
}

/** The reserved element of a security context is malformed. */
export class MalformedCaller extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'MalformedCaller';
  }
}

/**
 * Reads the caller for policies from the security context alone, so equal security contexts are equal to policies. Its
 * element `cubeCloud` holds `groups`, `roles` and `userAttributes`.
 *
 * @throws MalformedCaller instead of returning a caller without groups, because policies may say `not`
 */
export function policyCallerOf(securityContext: SecurityContext): PolicyCaller {
  const reserved = own(securityContext, 'cubeCloud');
  if (reserved === undefined) return { securityContext, groups: [], roles: [], userAttributes: undefined };
  if (!isRecord(reserved)) throw new MalformedCaller('cubeCloud is not an object');
  const named = ['user', 'viewer'].find((name) => Object.hasOwn(reserved, name));
  if (named !== undefined && !Object.hasOwn(reserved, 'groups')) {
    throw new MalformedCaller(`cubeCloud.${named} was not looked up: give groups and userAttributes in its place`);
  }
  const userAttributes = own(reserved, 'userAttributes') ?? {};
  if (!isRecord(userAttributes)) throw new MalformedCaller('cubeCloud.userAttributes is not an object');
  return { securityContext, groups: texts(reserved, 'groups'), roles: texts(reserved, 'roles'), userAttributes };
}

function texts(reserved: SecurityContext, name: 'groups' | 'roles'): readonly string[] {
  const list = own(reserved, name) ?? [];
  if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list;
  throw new MalformedCaller(`cubeCloud.${name} is not a list of texts`);
}

/** Treats `null` as absent. */
function own(record: SecurityContext, name: string): unknown {
  return Object.hasOwn(record, name) ? (record[name] ?? undefined) : undefined;
}

export function isRecord(value: unknown): value is SecurityContext {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
