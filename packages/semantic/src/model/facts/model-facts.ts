import type { ModelIndex } from '../model-index.ts';
import { LayeredMap } from './layered-map.ts';

type IndexedModel = Pick<ModelIndex, 'pieces' | 'members'>;

/**
 * Facts derived from the cubes, views and members of a model: computed on first use, kept as long as the model. A copy
 * of the model with other content shares none of them.
 */
export class ModelFacts {
  readonly #content: IndexedModel;
  readonly #known = new Map<(model: ModelIndex) => unknown, unknown>();

  constructor(content: IndexedModel) {
    this.#content = content;
  }

  /** @param find the function that computes the fact; also its key */
  of<Fact>(model: ModelIndex, find: (model: ModelIndex) => Fact): Fact {
    const { pieces, members } = this.#content;
    if (plain(model.pieces) !== pieces || plain(model.members) !== members) return find(model);
    if (!this.#known.has(find)) this.#known.set(find, find(model));
    // Stored under the same function before.
    return this.#known.get(find) as Fact;
  }
}

function plain<Key, Value>(map: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> {
  return map instanceof LayeredMap ? map.plain : map;
}
