import type { Expression } from '../proof/expression.ts';
import type { MemberFilter } from '../proof/filters.ts';
import type { Value, World } from '../proof/world.ts';

/** A small model with its data, and who may see what of it, as plain values. */
export interface GuardedWorld {
  readonly world: World;
  /** By the name of the cube or view; one that is absent here is open. */
  readonly policies: ReadonlyMap<string, readonly WorldPolicy[]>;
  /** By `cube.member`; a member of a view has the mask of the one behind it. Absent: NULL. */
  readonly masks: ReadonlyMap<string, WorldMask>;
}

export interface WorldPolicy {
  /** Absent: everybody. */
  readonly needs?: { readonly key: 'group' | 'groups' | 'role'; readonly names: readonly string[] };
  readonly conditions: readonly WorldCondition[];
  readonly level?: WorldSelection;
  readonly masking?: WorldSelection;
  readonly rows?: readonly PolicyTest[];
  readonly opensAllRows?: true;
}

export interface WorldSelection {
  readonly includes?: '*' | readonly string[];
  readonly excludes?: readonly string[];
}

export type WorldCondition =
  | { readonly kind: 'attribute'; readonly attribute: Attribute }
  | { readonly kind: 'not'; readonly condition: WorldCondition }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly WorldCondition[] }
  | { readonly kind: 'in-groups'; readonly name: string }
  | { readonly kind: 'has'; readonly attribute: Attribute; readonly value: string };

export interface Attribute {
  readonly of: 'securityContext' | 'userAttributes';
  readonly name: string;
}

/** Members by their names in the cube or view of the policy. */
export type PolicyTest =
  | { readonly and: readonly PolicyTest[] }
  | { readonly or: readonly PolicyTest[] }
  | {
      readonly member: string;
      readonly operator: MemberFilter['operator'];
      readonly values?: readonly PolicyValue[];
    };

export type PolicyValue = string | { readonly attribute: Attribute; readonly isItem: boolean };

export type WorldMask =
  | { readonly kind: 'constant'; readonly value: Exclude<Value, null> }
  /** Over columns of the cube; of a measure an aggregate. */
  | { readonly kind: 'sql'; readonly sql: Expression };

/** The claims of a token about its user. */
export interface Identity {
  /** Absent: the token has no `cubeCloud`. */
  readonly groups?: readonly string[];
  readonly userAttributes?: Readonly<Record<string, unknown>>;
  /** Other values of the security context. */
  readonly claims: Readonly<Record<string, unknown>>;
}

export function securityContextOf({ groups, userAttributes, claims }: Identity): Readonly<Record<string, unknown>> {
  return groups || userAttributes
    ? { ...claims, cubeCloud: { ...(groups ? { groups } : {}), ...(userAttributes ? { userAttributes } : {}) } }
    : claims;
}
