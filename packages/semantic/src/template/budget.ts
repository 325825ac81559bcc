import { TemplateFault } from './template-fault.ts';

/** Of one file with all it imports. A model of 200 cubes from one template takes some 20,000 steps. */
const limits = { steps: 1_000_000, characters: 32 * 1024 * 1024, items: 1_000_000, depth: 60 };

/** What rendering one file may still cost; asked before memory is taken. */
export class Budget {
  #steps = limits.steps;
  #characters = limits.characters;
  #items = limits.items;
  #depth = 0;

  /** @throws TemplateFault */
  step(): void {
    if (--this.#steps < 0) throw tooMuch('work');
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
