import type { Generations, Runtime } from '@orrery/runtime';

/** Source of the data of a repeated request. */
export interface RequestSources {
  readonly runtime: Runtime;
  /** Data sources whose generations decide whether its answer is good. */
  readonly dataSources: readonly string[];
}

export type GenerationsOf = (runtime: Runtime) => Generations;

interface LoopTurn<T> {
  readonly items: T[];
  readonly generations: Map<number, Map<string, string | undefined>>;
  readonly looks: Promise<void>[];
}

/**
 * Collects the requests of one turn of the event loop, looks up the generations of their data sources once, and hands
 * them all on together.
 */
export class Turns<T extends { readonly place: RequestSources }> {
  readonly #handOn: (items: readonly T[], generationsOf: GenerationsOf) => void;
  #current: LoopTurn<T> | undefined;

  constructor(handOn: (items: readonly T[], generationsOf: GenerationsOf) => void) {
    this.#handOn = handOn;
  }

  add(item: T): void {
    const turn = (this.#current ??= this.#open());
    turn.items.push(item);
    const { runtime, dataSources } = item.place;
    for (const dataSource of dataSources) lookUp(turn, runtime, dataSource);
  }

  #open(): LoopTurn<T> {
    setImmediate(() => {
      this.#current = undefined;
      if (turn.looks.length === 0) this.#end(turn);
      else void Promise.all(turn.looks).then(() => this.#end(turn));
    });
    const turn: LoopTurn<T> = { items: [], generations: new Map(), looks: [] };
    return turn;
  }

  #end({ items, generations }: LoopTurn<T>): void {
    this.#handOn(items, ({ serial }) => generations.get(serial) ?? none);
  }
}

const none: Generations = new Map();

function lookUp({ generations, looks }: LoopTurn<unknown>, runtime: Runtime, dataSource: string): void {
  let known = generations.get(runtime.serial);
  if (!known) {
    known = new Map();
    generations.set(runtime.serial, known);
  }
  if (known.has(dataSource)) return;
  const found = known.set(dataSource, undefined);
  looks.push(
    runtime.generationOf(dataSource).then(
      (generation) => void found.set(dataSource, generation),
      () => void found.delete(dataSource),
    ),
  );
}
