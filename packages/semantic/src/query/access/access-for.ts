import type { PolicyCaller } from '@orrery/kernel';
import { type CubeName, factOf, type MemberId, type ModelIndex, type Policy } from '../../model/index.ts';
import { type Access, type AppliedPolicy, openAccess } from '../access.ts';
import { CallerReads } from './caller-reads.ts';
import { hiddenMembers } from './hidden-members.ts';
import { judgePolicy } from './judge-policy.ts';
import { type MadeMember, madeMembers } from './member-closure.ts';

/** Facts about one model's policies, computed once, and their results for callers. */
interface Guard {
  readonly policies: ReadonlyMap<CubeName, readonly OpenPolicy[]>;
  readonly made: ReadonlyMap<MemberId, MadeMember>;
  readonly reads: CallerReads;
  /** Accesses by what the policies read of a caller, the one used last at the end. */
  readonly accesses: Map<string, Access>;
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
  guard.accesses.delete(key);
  guard.accesses.set(key, access);
  const [oldest] = guard.accesses.keys();
  if (guard.accesses.size > mostAccesses && oldest !== undefined) guard.accesses.delete(oldest);
  return access;
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
  return { policies, made: madeMembers(model), reads, accesses: new Map(), hidden: new Map(), hiddenSize: 0 };
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
  guard.hidden.clear();
  guard.hiddenSize = 0;
}
