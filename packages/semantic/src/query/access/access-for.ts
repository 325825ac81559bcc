import type { ModelIndex } from '../../model/model-index.ts';
import type { CubeName, MemberId } from '../../model/model.ts';
import type { Policy } from '../../model/policy.ts';
import { type Access, type AppliedPolicy, openAccess } from '../access.ts';
import { CallerReads } from './caller-reads.ts';
import { hiddenMembers } from './hidden-members.ts';
import { judgePolicy } from './judge-policy.ts';
import { type GuardedMember, guardedMembers } from './member-closure.ts';
import type { PolicyCaller } from './policy-caller.ts';

/** What one model's policies are about, worked out once, and what came of it for callers. */
interface Guard {
  readonly policies: ReadonlyMap<CubeName, readonly Policy[]>;
  readonly guarded: ReadonlyMap<MemberId, GuardedMember>;
  readonly reads: CallerReads;
  /** By what the policies read of a caller, the one used last at the end. */
  readonly accesses: Map<string, Access>;
  /** By the policies that apply. */
  readonly hidden: Map<string, ReadonlySet<MemberId>>;
}

// What a model says follows from the model alone, so that it may be kept for as long as somebody holds the model.
const guards = new WeakMap<ModelIndex, Guard | 'open'>();

const mostAccesses = 2000;
const mostHidden = 64;

/**
 * What a caller may see of a model. Callers of whom policies read the same share one object, and everybody has
 * `openAccess` in a model without policies.
 */
export function accessFor(model: ModelIndex, caller: PolicyCaller): Access {
  const guard = guardOf(model);
  if (guard === 'open') return openAccess;
  const key = guard.reads.keyOf(caller);
  const known = guard.accesses.get(key);
  const access = known ?? judge(model, guard, caller);
  guard.accesses.delete(key);
  keep(guard.accesses, key, access, mostAccesses);
  return access;
}

function guardOf(model: ModelIndex): Guard | 'open' {
  const known = guards.get(model);
  if (known) return known;
  const policies = new Map<CubeName, readonly Policy[]>();
  for (const piece of model.pieces.values()) if (piece.policies) policies.set(piece.name, piece.policies);
  const reads = new CallerReads([...policies.values()].flat());
  const guard: Guard | 'open' =
    policies.size === 0
      ? 'open'
      : { policies, guarded: guardedMembers(model), reads, accesses: new Map(), hidden: new Map() };
  guards.set(model, guard);
  return guard;
}

function judge(model: ModelIndex, guard: Guard, caller: PolicyCaller): Access {
  const applying: number[] = [];
  const policies = new Map<CubeName, readonly AppliedPolicy[]>();
  let index = 0;
  for (const [name, own] of guard.policies) {
    const applied: AppliedPolicy[] = [];
    for (const policy of own) {
      const verdict = judgePolicy(policy, caller, model);
      if (verdict.applies) {
        applied.push({ ...membersOf(policy), ...(verdict.rows ? { rows: verdict.rows } : {}) });
        applying.push(index);
      }
      index += 1;
    }
    policies.set(name, applied);
  }
  const key = applying.join();
  const hidden = guard.hidden.get(key) ?? new Set(hiddenMembers(guard.guarded, policies).keys());
  keep(guard.hidden, key, hidden, mostHidden);
  return { hidden, policies };
}

function membersOf({ shows, masks }: Policy): Pick<AppliedPolicy, 'shows' | 'masks'> {
  return { shows: shows === 'all' ? shows : new Set(shows), masks: new Set(masks) };
}

function keep<Value>(known: Map<string, Value>, key: string, value: Value, most: number): void {
  known.set(key, value);
  for (const oldest of known.keys()) {
    if (known.size <= most) break;
    known.delete(oldest);
  }
}
