import type { TemplateValue } from './value.ts';

/** Names that can be seen from one place of a template; what is set stays in its own scope, as Jinja has it. */
export class TemplateScope {
  readonly #values = new Map<string, TemplateValue>();
  readonly #outer: TemplateScope | undefined;

  constructor(outer?: TemplateScope) {
    this.#outer = outer;
  }

  get(name: string): TemplateValue | undefined {
    return this.#values.get(name) ?? (this.#values.has(name) ? null : this.#outer?.get(name));
  }

  set(name: string, value: TemplateValue): void {
    this.#values.set(name, value);
  }

  /** Returns the values of this scope alone. */
  own(): ReadonlyMap<string, TemplateValue> {
    return this.#values;
  }

  names(): readonly string[] {
    return [...this.#values.keys(), ...(this.#outer?.names() ?? [])];
  }
}
