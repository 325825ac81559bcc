import type { Filter } from '../proof/filters.ts';
import type { ValueType } from '../proof/world.ts';
import type { Attribute, Identity, PolicyTest, PolicyValue, WorldCondition, WorldPolicy } from './guarded-world.ts';

/** A policy asks for something the identity does not have, or has as something else: the policy grants nothing. */
class Missing extends Error {}

/** A policy that applies to an identity, with the identity's values in its filters. */
export interface Granted {
  readonly policy: WorldPolicy;
  /** Joined with AND; absent: every row. */
  readonly rows?: readonly Filter[];
}

/** @param typeOf of a member, by its name in the cube or view */
export function grantedTo(
  identity: Identity,
  policy: WorldPolicy,
  typeOf: (member: string) => ValueType,
): Granted | undefined {
  if (!isNeeded(identity, policy)) return undefined;
  try {
    if (!policy.conditions.every((condition, at) => holds(identity, condition, at > 0))) return undefined;
    const rows = policy.rows?.map((test) => filterOf(identity, test, typeOf));
    return { policy, ...(rows ? { rows } : {}) };
  } catch (error) {
    if (error instanceof Missing) return undefined;
    throw error;
  }
}

function isNeeded({ groups = [] }: Identity, { needs }: WorldPolicy): boolean {
  return !needs || needs.names.some((name) => name === '*' || groups.includes(name));
}

function holds(identity: Identity, condition: WorldCondition, mustBeBoolean: boolean): boolean {
  const value = valueOf(identity, condition);
  if (mustBeBoolean && typeof value !== 'boolean') throw new Missing();
  return isTrue(value);
}

function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function valueOf(identity: Identity, condition: WorldCondition): unknown {
  switch (condition.kind) {
    case 'attribute':
      return read(identity, condition.attribute);
    case 'not':
      return !isTrue(valueOf(identity, condition.condition));
    case 'and':
    case 'or':
      return together(identity, condition.kind, condition.conditions);
    case 'in-groups':
      if (!identity.groups && !identity.userAttributes) throw new Missing();
      return identity.groups?.includes(condition.name) === true;
    case 'has': {
      const list = read(identity, condition.attribute);
      if (Array.isArray(list) || typeof list === 'string') return list.includes(condition.value);
      throw new Missing();
    }
  }
}

/** The first that decides; the ones after it are not looked at. */
function together(identity: Identity, kind: 'and' | 'or', conditions: readonly WorldCondition[]): unknown {
  let value: unknown = kind === 'and';
  for (const condition of conditions) {
    value = valueOf(identity, condition);
    if (isTrue(value) === (kind === 'or')) break;
  }
  return value;
}

function read(identity: Identity, { of, name }: Attribute): unknown {
  const attributes = of === 'securityContext' ? identity.claims : identity.userAttributes;
  const value = attributes && Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (value === undefined || value === null) throw new Missing();
  return value;
}

function filterOf(identity: Identity, test: PolicyTest, typeOf: (member: string) => ValueType): Filter {
  if ('and' in test) return { and: test.and.map((one) => filterOf(identity, one, typeOf)) };
  if ('or' in test) return { or: test.or.map((one) => filterOf(identity, one, typeOf)) };
  const { member, operator, values } = test;
  if (!values) return { member, operator };
  const type = typeOf(member);
  const given = values.flatMap((value) => textsOf(identity, value));
  if (given.length === 0 || !given.every((text) => fits(text, type))) throw new Missing();
  const takesOne = ['gt', 'gte', 'lt', 'lte'].includes(operator);
  if (takesOne && given.length > 1) throw new Missing();
  return { member, operator, values: given };
}

function textsOf(identity: Identity, value: PolicyValue): readonly string[] {
  if (typeof value === 'string') return [value];
  const found = read(identity, value.attribute);
  if (!Array.isArray(found)) return [textOf(found)];
  if (found.length === 0) throw new Missing();
  return found.map(textOf);
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Missing();
}

function fits(text: string, type: ValueType): boolean {
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(text);
  if (type === 'boolean') return text === 'true' || text === 'false';
  return true;
}
