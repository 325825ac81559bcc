import { agrees, type ContextRead, type FolderListing, keptFacts, readContext } from '@orrery/semantic';
import { LRUCache } from 'lru-cache';
import { type SecurityContext, Unavailable } from '@orrery/kernel';
import type { CompiledModel } from './compile-thread.ts';
import { mayReplace, snapshotOf } from './model-snapshot.ts';
import type { ModelSnapshot } from '../runtime.ts';

/** One model for all contexts with equal values of what its templates read. */
interface Variant {
  readonly key: string;
  readonly reads: readonly ContextRead[];
  readonly snapshot: ModelSnapshot;
  /** Generation of the saved model it was last compared with. */
  readonly generation: number;
  readonly bytes: number;
  /** Facts that queries had left with its model when it was weighed. */
  readonly facts: number;
}

export interface VariantSettings {
  readonly folderSchemas: FolderListing | undefined;
  readonly maxBytes: number;
  /** Compiles the serving saved model for one context. */
  compile(context: SecurityContext): Promise<CompiledModel>;
  /** Called once for each new variant. */
  onCompiled(compiled: CompiledModel): void;
}

/** Bound on contexts that wait for a variant. */
const mostWaiting = 200;

/** Memory of a member's name in an index. */
const bytesPerMember = 150;
const bytesPerVariant = 8 * 1024;
const bytesPerFact = 150;
/** Facts after which a variant is weighed again. */
const fewFacts = 200;

/**
 * Variants of one model, by what its templates read of security contexts.
 *
 * A context uses the variant for which all reads have the same results: rendering is a function of what is read. If no
 * variant matches, one is compiled, once for all equal contexts that wait. The least recently used variants are dropped
 * when they take too much room. A variant of an older save is compiled again before it answers, and kept if the new one
 * would remove something.
 */
export class ModelVariants {
  readonly #settings: VariantSettings;
  readonly #variants: LRUCache<string, Variant>;
  /** Distinct sets of reads, with the number of variants: a context is evaluated once for each. */
  readonly #shapes = new Map<string, { readonly reads: readonly ContextRead[]; count: number }>();
  readonly #compiling = new Map<string, Promise<Variant>>();
  #generation = 0;

  constructor(settings: VariantSettings) {
    this.#settings = settings;
    this.#variants = new LRUCache({
      maxSize: settings.maxBytes,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ reads }) => this.#forgetShape(reads),
    });
  }

  get count(): number {
    return this.#variants.size;
  }

  /** Marks variants as outdated after a new save. */
  renew(): void {
    this.#generation++;
  }

  /** @throws Unavailable when too many wait, or the compiler fails */
  of(context: SecurityContext): ModelSnapshot | Promise<ModelSnapshot> {
    const known = this.#find(context);
    return known?.generation === this.#generation ? known.snapshot : this.#made(context);
  }

  async #made(context: SecurityContext): Promise<ModelSnapshot> {
    // Each iteration adds the reads of the variant it waited for, so that the next one waits for another.
    for (;;) {
      const known = this.#find(context);
      if (known?.generation === this.#generation) return known.snapshot;
      const variant = await this.#compiled(context, known);
      if (agrees(context, variant.reads)) return variant.snapshot;
    }
  }

  #find(context: SecurityContext): Variant | undefined {
    for (const { reads } of this.#shapes.values()) {
      const found = this.#variants.get(keyOf(context, reads));
      if (found) {
        this.#weigh(found);
        return found;
      }
    }
    return undefined;
  }

  /** Counts the facts that queries left with a variant since it was weighed. */
  #weigh(variant: Variant): void {
    const facts = keptFacts(variant.snapshot.index);
    const more = facts - variant.facts;
    if (more < fewFacts) return;
    const weighed = { ...variant, facts, bytes: variant.bytes + more * bytesPerFact };
    this.#variants.set(variant.key, weighed, { noDisposeOnSet: true }); // its shape stays
  }

  #compiled(context: SecurityContext, older: Variant | undefined): Promise<Variant> {
    const all = [...this.#shapes.values()].flatMap(({ reads }) => reads);
    const key = `${this.#generation} ${older?.key ?? keyOf(context, all)}`;
    const compiling = this.#compiling.get(key);
    if (compiling) return compiling;
    if (this.#compiling.size >= mostWaiting)
      throw new Unavailable('model.busy', 'The model is being compiled for many others; try again soon');
    const made = this.#make(context, older).finally(() => this.#compiling.delete(key));
    this.#compiling.set(key, made);
    return made;
  }

  async #make(context: SecurityContext, older: Variant | undefined): Promise<Variant> {
    const generation = this.#generation;
    const compiled = await this.#settings.compile(context).catch((error: unknown) => {
      throw new Unavailable('model.not-compiled', 'The model could not be compiled', { cause: error });
    });
    this.#settings.onCompiled(compiled);
    const variant =
      older && !mayReplace(older.snapshot.build, compiled.build)
        ? { ...older, generation }
        : await toVariant(context, compiled, generation, this.#settings.folderSchemas);
    if (older && older.key !== variant.key) this.#variants.delete(older.key);
    this.#keep(variant);
    return variant;
  }

  #keep(variant: Variant): void {
    const id = shapeOf(variant.reads);
    const shape = this.#shapes.get(id) ?? { reads: variant.reads, count: 0 };
    shape.count++;
    this.#shapes.set(id, shape);
    this.#variants.set(variant.key, variant);
    // Larger than the whole bound: it answers those who wait and is then dropped.
    if (!this.#variants.has(variant.key)) this.#forgetShape(variant.reads);
  }

  #forgetShape(reads: readonly ContextRead[]): void {
    const id = shapeOf(reads);
    const shape = this.#shapes.get(id);
    if (!shape) return;
    shape.count--;
    if (shape.count <= 0) this.#shapes.delete(id);
  }
}

async function toVariant(
  context: SecurityContext,
  compiled: CompiledModel,
  generation: number,
  listing: FolderListing | undefined,
): Promise<Variant> {
  const { build, contextReads: reads, ownBytes } = compiled;
  const snapshot = await snapshotOf(build, listing);
  const key = keyOf(context, reads);
  const bytes = bytesPerVariant + 2 * (ownBytes + key.length) + snapshot.index.members.size * bytesPerMember;
  return { key, reads, snapshot, generation, bytes, facts: keptFacts(snapshot.index) };
}

function shapeOf(reads: readonly ContextRead[]): string {
  return JSON.stringify(reads.map(({ path, what }) => [what, ...path]));
}

/** Key of reads and their results. */
function keyOf(context: SecurityContext, reads: readonly ContextRead[]): string {
  return JSON.stringify(reads.map(({ path, what }) => [what, path, readContext(context, path, what) ?? null]));
}
