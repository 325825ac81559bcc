import type { ModelIndex } from '../model-index.ts';

type Content = Pick<ModelIndex, 'pieces' | 'members'>;

/**
 * What follows from the cubes, views and members of a model: worked out when it is first asked for, kept as long as the
 * model. A copy of the model with other content shares nothing of it.
 */
export class ModelFacts {
  readonly #content: Content;
  readonly #known = new Map<(model: ModelIndex) => unknown, unknown>();

  constructor(content: Content) {
    this.#content = content;
  }

  /** @param find always the same function for the same question */
  of<Fact>(model: ModelIndex, find: (model: ModelIndex) => Fact): Fact {
    const { pieces, members } = this.#content;
    if (model.pieces !== pieces || model.members !== members) return find(model);
    if (!this.#known.has(find)) this.#known.set(find, find(model));
    // The same function gave it a line above, or before.
    return this.#known.get(find) as Fact;
  }
}
