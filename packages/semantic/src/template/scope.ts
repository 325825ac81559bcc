import type { Value } from './value.ts';

/** Names that can be seen from one place of a template; what is set stays in its own scope, as Jinja has it. */
export class Scope {
  readonly #values = new Map<string, Value>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  get(name: string): Value | undefined {
    return this.#values.get(name) ?? (this.#values.has(name) ? null : this.#outer?.get(name));
  }

  set(name: string, value: Value): void {
    this.#values.set(name, value);
  }

  /** Returns the values of this scope alone. */
  own(): ReadonlyMap<string, Value> {
    return this.#values;
  }

  names(): readonly string[] {
    return [...this.#values.keys(), ...(this.#outer?.names() ?? [])];
  }
}
