import { TemplateFault } from './template-fault.ts';
import type { TemplateValue } from './value.ts';

/** Limits for one file with everything it imports. A model of 200 cubes from one template takes about 20,000 steps. */
const limits = { steps: 1_000_000, characters: 32 * 1024 * 1024, items: 1_000_000, depth: 60 };

const charactersPerStep = 200;
const itemsPerStep = 4;

/** Remaining cost allowed for rendering one file; checked before memory is allocated. */
export class Budget {
  #steps = limits.steps;
  #characters = limits.characters;
  #items = limits.items;
  #depth = 0;

  /** @throws TemplateFault */
  step(): void {
    this.work(1);
  }

  work(steps: number): void {
    this.#steps -= steps;
    if (!(this.#steps >= 0)) throw tooMuch('work');
  }

  /** Charges for a walk through all of a value. */
  weigh(value: TemplateValue): void {
    if (typeof value !== 'object' || value === null) return;
    if (value.kind === 'text') this.work(value.text.length / charactersPerStep);
    else if (value.kind === 'list') this.work(value.items.length / itemsPerStep);
    else if (value.kind === 'dictionary') this.work(value.entries.size / itemsPerStep);
  }

  /** @param length of a text that is about to be made */
  text(length: number): void {
    this.#characters -= length;
    if (!(this.#characters >= 0)) throw tooMuch('text');
  }

  /** @param count of a list that is about to be made */
  items(count: number): void {
    this.#items -= count;
    if (!(this.#items >= 0)) throw tooMuch('items');
  }

  /** Calls within calls. */
  within<T>(work: () => T): T {
    if (++this.#depth > limits.depth) throw tooMuch('nesting');
    try {
      return work();
    } finally {
      this.#depth--;
    }
  }
}

function tooMuch(what: string): TemplateFault {
  return new TemplateFault('model.template-too-much', { what });
}
