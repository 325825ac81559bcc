import type { PolicyCaller } from '@orrery/kernel';
import { explainAccess, type ModelIndex } from '@orrery/semantic';

/** A policy, and the callers it applied to. */
export interface UsedPolicy {
  /** Name of the cube or view. */
  readonly piece: string;
  readonly file: string;
  readonly line: number;
  readonly appliedTo: readonly string[];
}

/** The policies in the models of all callers, and which of them were tested. */
export class UsedPolicies {
  readonly #policies = new Map<string, { readonly piece: string; readonly file: string; readonly line: number }>();
  readonly #appliedTo = new Map<string, string[]>();
  readonly #guarded = new Map<string, boolean>();

  /** Records a caller's model before the first query. */
  readModel(model: ModelIndex): void {
    for (const { name, policies } of model.pieces.values())
      this.#guarded.set(name, policies !== undefined || this.#guarded.get(name) === true);
  }

  meet(who: string, model: ModelIndex, caller: PolicyCaller): void {
    this.readModel(model);
    for (const { name: piece, policies } of explainAccess(model, caller)) {
      for (const { file, line, applies } of policies) {
        const key = JSON.stringify([piece, file, line]);
        this.#policies.set(key, { piece, file, line });
        if (applies) this.#appliedTo.set(key, [...(this.#appliedTo.get(key) ?? []), who]);
      }
    }
  }

  get guarded(): readonly string[] {
    return [...this.#guarded].flatMap(([name, isGuarded]) => (isGuarded ? [name] : []));
  }

  get unguarded(): readonly string[] {
    return [...this.#guarded].flatMap(([name, isGuarded]) => (isGuarded ? [] : [name]));
  }

  get policies(): readonly UsedPolicy[] {
    return [...this.#policies].map(([key, policy]) => ({ ...policy, appliedTo: this.#appliedTo.get(key) ?? [] }));
  }
}
