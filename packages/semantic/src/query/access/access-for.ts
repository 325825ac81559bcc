import type { PolicyCaller } from '@orrery/kernel';
import {
  type CubeName,
  factOf,
  type MemberId,
  type ModelIndex,
  type Policy,
  type PolicyExpression,
  type PolicyFilter,
  type PolicyTerm,
} from '../../model/index.ts';
import { type Access, type AppliedPolicy, openAccess } from '../access.ts';
import { hiddenMembers } from './hidden-members.ts';
import { judgePolicy } from './judge-policy.ts';
import { type MadeMember, madeMembers } from './member-closure.ts';
import { valueAtPath } from '../request-context.ts';

/** Facts about one model's policies, computed once, and their results for callers. */
interface Guard {
  readonly policies: ReadonlyMap<CubeName, readonly OpenPolicy[]>;
  readonly made: ReadonlyMap<MemberId, MadeMember>;
  readonly reads: CallerReads;
  /** Accesses by what the policies read of a caller, the one used last at the end. */
  readonly accesses: Map<string, Access>;
  /** Total length of the keys of `accesses`. */
  accessesLength: number;
  /** Hidden members by the policies that apply. */
  readonly hidden: Map<string, ReadonlySet<MemberId>>;
  /** Total number of entries in `hidden`. */
  hiddenSize: number;
}

/** A policy with everything that is equal for all callers it applies to. */
interface OpenPolicy {
  readonly policy: Policy;
  readonly members: Pick<AppliedPolicy, 'shows' | 'masks'>;
}

const mostAccesses = 2000;
/** About a hundred megabytes: a caller may have thousands of values, which are in the key and in the rows. */
const mostLength = 8_000_000;
const longestKey = mostLength / 8;
/** About a hundred megabytes. */
const mostHidden = 2_000_000;

/**
 * Returns a caller's access to a model. Callers share one object when policies read equal values of them, and a model
 * without policies always gives `openAccess`.
 */
export function accessFor(model: ModelIndex, caller: PolicyCaller): Access {
  const guard = factOf(model, guardOf);
  if (guard === 'open') return openAccess;
  const key = guard.reads.keyOf(caller);
  const access = guard.accesses.get(key) ?? judge(model, guard, caller);
  forget(guard, key);
  if (key.length > longestKey) return access;
  guard.accesses.set(key, access);
  guard.accessesLength += key.length;
  for (const oldest of guard.accesses.keys()) {
    if (guard.accesses.size <= mostAccesses && guard.accessesLength <= mostLength) break;
    forget(guard, oldest);
  }
  return access;
}

function forget(guard: Guard, key: string): void {
  if (guard.accesses.delete(key)) guard.accessesLength -= key.length;
}

function guardOf(model: ModelIndex): Guard | 'open' {
  const policies = new Map<CubeName, readonly OpenPolicy[]>();
  for (const { name, policies: own } of model.pieces.values()) if (own) policies.set(name, own.map(openPolicy));
  return policies.size === 0 ? 'open' : newGuard(model, policies);
}

function openPolicy(policy: Policy): OpenPolicy {
  const { shows, masks } = policy;
  return { policy, members: { shows: shows === 'all' ? shows : new Set(shows), masks: new Set(masks) } };
}

function newGuard(model: ModelIndex, policies: Guard['policies']): Guard {
  const reads = new CallerReads([...policies.values()].flat().map(({ policy }) => policy));
  return {
    policies,
    made: madeMembers(model),
    reads,
    accesses: new Map(),
    accessesLength: 0,
    hidden: new Map(),
    hiddenSize: 0,
  };
}

function judge(model: ModelIndex, guard: Guard, caller: PolicyCaller): Access {
  const applying: number[] = [];
  const policies = new Map<CubeName, readonly AppliedPolicy[]>();
  let index = 0;
  for (const [name, own] of guard.policies) {
    const applied: AppliedPolicy[] = [];
    for (const { policy, members } of own) {
      const verdict = judgePolicy(policy, caller, model);
      if (verdict.applies) {
        applied.push({ policy, ...members, ...(verdict.rows ? { rows: verdict.rows } : {}) });
        applying.push(index);
      }
      index += 1;
    }
    policies.set(name, applied);
  }
  return { hidden: hiddenFor(applying.join(), model, guard, policies), policies };
}

/** Hidden members depend on which policies apply, not on values. */
function hiddenFor(
  applying: string,
  model: ModelIndex,
  guard: Guard,
  policies: Access['policies'],
): ReadonlySet<MemberId> {
  const known = guard.hidden.get(applying);
  if (known) return known;
  const hidden = new Set(hiddenMembers(model, guard.made, policies).keys());
  if (guard.hiddenSize + hidden.size > mostHidden) startAgain(guard);
  guard.hidden.set(applying, hidden);
  guard.hiddenSize += hidden.size;
  return hidden;
}

function startAgain(guard: Guard): void {
  guard.accesses.clear();
  guard.accessesLength = 0;
  guard.hidden.clear();
  guard.hiddenSize = 0;
}

type PolicyPath = Extract<PolicyTerm, { kind: 'path' }>;

/** All values that policies read of callers. Callers with equal values are treated alike. */
class CallerReads {
  readonly #groups: ReadonlySet<string>;
  readonly #roles: ReadonlySet<string>;
  readonly #paths: readonly PolicyPath[];

  constructor(policies: readonly Policy[]) {
    const named = (kind: 'groups' | 'roles') =>
      new Set(policies.flatMap(({ needs }) => (needs?.kind === kind ? needs.names : [])));
    this.#groups = named('groups');
    this.#roles = named('roles');
    const paths = policies.flatMap(expressionsOf).flatMap(({ expression }) => pathsIn(expression));
    this.#paths = [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
  }

  /** Returns a key that is equal exactly when every policy means the same for both callers. */
  keyOf(caller: PolicyCaller): string {
    const groups = caller.groups.filter((name) => this.#groups.has(name)).sort();
    const roles = caller.roles.filter((name) => this.#roles.has(name)).sort();
    const values = this.#paths.map((path) => valueOf(path, caller));
    return JSON.stringify([groups, roles, caller.userAttributes === undefined, values], exact);
  }
}

/** Keeps a number beyond the range of doubles distinct from NULL, which JSON would write for both. */
function exact(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
}

/** Missing and NULL are equal to every expression. */
function valueOf({ of, path }: PolicyPath, caller: PolicyCaller): unknown {
  switch (of) {
    case 'groups':
      return caller.groups;
    case 'security-context':
      return valueAtPath(caller.securityContext, path);
    case 'user-attributes':
      return valueAtPath(caller.userAttributes ?? {}, path);
  }
}

function expressionsOf({ conditions, rows }: Policy): readonly PolicyExpression[] {
  return [...conditions, ...(rows ?? []).flatMap(valuesIn)];
}

function valuesIn(filter: PolicyFilter): readonly PolicyExpression[] {
  if (filter.kind !== 'member') return filter.filters.flatMap(valuesIn);
  return (filter.values ?? []).filter((value) => typeof value === 'object' && value !== null);
}

function pathsIn(term: PolicyTerm): readonly PolicyPath[] {
  switch (term.kind) {
    case 'path':
      return [term];
    case 'literal':
      return [];
    case 'not':
      return pathsIn(term.term);
    case 'and':
    case 'or':
      return term.terms.flatMap(pathsIn);
    case 'call':
      return [term.on, ...term.arguments].flatMap(pathsIn);
    case 'text':
      return term.parts.flatMap((part) => (typeof part === 'string' ? [] : pathsIn(part)));
  }
}
