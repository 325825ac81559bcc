import type { PolicyCaller } from '@orrery/kernel';
import {
  type CubeName,
  cubeOf,
  type MemberId,
  type ModelFilter,
  type ModelIndex,
  type Policy,
} from '../../model/index.ts';
import { type HidingReason, hiddenMembers } from './hidden-members.ts';
import { judgePolicy } from './judge-policy.ts';
import { madeMembers } from './member-closure.ts';

/** Effect of the policies of a cube or view for one caller. For administrators: it quotes the caller's values. */
export interface PieceAccess {
  readonly name: CubeName;
  readonly kind: 'cube' | 'view';
  /** Policies in order; empty when only its parts have some. */
  readonly policies: readonly ExplainedPolicy[];
  readonly hidden: readonly HiddenMember[];
}

interface ExplainedPolicy {
  readonly file: string;
  readonly line: number;
  readonly needs?: Policy['needs'];
  readonly applies: boolean;
  /** Why the policy does not apply. */
  readonly reason?: string;
  readonly shows: 'all' | readonly MemberId[];
  readonly masks: readonly MemberId[];
  /** Row filters with the caller's values. Absent when it does not apply, or allows every row. */
  readonly rows?: readonly ModelFilter[];
}

interface HiddenMember {
  readonly member: MemberId;
  readonly cause: HidingReason;
  readonly reason: string;
}

/** Makes the same decisions as `accessFor`, with reasons: lists cubes and views that have policies or hide members. */
export function explainAccess(model: ModelIndex, caller: PolicyCaller): readonly PieceAccess[] {
  const policies = new Map<CubeName, readonly ExplainedPolicy[]>();
  for (const { name, policies: own } of model.pieces.values()) {
    if (own)
      policies.set(
        name,
        own.map((policy) => explainPolicy(policy, caller, model)),
      );
  }
  if (policies.size === 0) return [];
  const grants = new Map(
    [...policies].map(([name, own]) => [name, own.filter(({ applies }) => applies).map(grantsOf)]),
  );
  const hidden = Map.groupBy(hiddenMembers(model, madeMembers(model), grants), ([member]) => cubeOf(member));
  return [...model.pieces.values()].flatMap(({ name, kind }) => {
    const own = policies.get(name) ?? [];
    const kept = hidden.get(name) ?? [];
    if (own.length === 0 && kept.length === 0) return [];
    return [{ name, kind, policies: own, hidden: kept.map(([member, cause]) => explainHidden(member, cause, own)) }];
  });
}

function explainPolicy(policy: Policy, caller: PolicyCaller, model: ModelIndex): ExplainedPolicy {
  const { file, line, needs, shows, masks } = policy;
  const { applies, ...rest } = judgePolicy(policy, caller, model);
  return { file, line, ...(needs ? { needs } : {}), applies, ...rest, shows, masks };
}

function grantsOf({ shows, masks }: ExplainedPolicy) {
  return { shows: shows === 'all' ? shows : new Set(shows), masks: new Set(masks) };
}

function explainHidden(member: MemberId, cause: HidingReason, policies: readonly ExplainedPolicy[]): HiddenMember {
  return { member, cause, reason: reasonOf(cause, policies) };
}

function reasonOf(cause: HidingReason, policies: readonly ExplainedPolicy[]): string {
  switch (cause.kind) {
    case 'made-of':
      return `it is made of ${cause.member}, which is hidden`;
    case 'cube-denied':
      return `no policy of the cube ${cause.cube} behind it applies`;
    case 'not-granted': {
      const applying = policies.filter(({ applies }) => applies).map(({ file, line }) => `${file}:${line}`);
      return applying.length === 0
        ? 'no policy applies'
        : `no policy that applies includes it (${applying.join(', ')})`;
    }
  }
}
