import { KnownNames, NameIndex, ownPhrases } from '../names/index.ts';
import { isKnownPhrase } from '../read/index.ts';
import { type QuestionToken, tokensOf } from '../text/index.ts';
import type { VisibleModel } from '../visible-model.ts';

/** No name of more words is looked for. */
const mostWords = 8;

/** Names of a model that a caller does not see, to find them in texts of others. */
export class HiddenNames {
  readonly #hidden = new Set<string>();
  readonly #visible: NameIndex;

  /** @param hidden the members of the model that the caller does not see, and cubes and views without any that is seen */
  constructor(hidden: VisibleModel, visible: VisibleModel) {
    this.#visible = new NameIndex(visible);
    const names = new KnownNames();
    const seen = new Set(
      visible.cubes.flatMap(({ name, measures, dimensions, segments }) => [
        name,
        ...[...measures, ...dimensions, ...segments].map((face) => (face.aliasMember ?? face.name).split('.')[0] ?? ''),
      ]),
    );
    for (const piece of hidden.cubes) {
      const faces = [...piece.measures, ...piece.dimensions, ...piece.segments];
      const keys = faces.flatMap((face) => ownPhrases(face, piece, names).filter(({ fit }) => fit === 3));
      for (const { key } of keys) this.#hidden.add(key);
      if (!seen.has(piece.name)) for (const name of [piece.name, piece.title]) this.#hidden.add(names.keyOf(name));
    }
    this.#hidden.delete('');
  }

  /** Whether a text names a hidden member by words that name nothing that is seen, and are no words of every question. */
  areIn(text: string): boolean {
    if (this.#hidden.size === 0) return false;
    const tokens = tokensOf(text.replaceAll(/["'“”«»‘’„`]/g, ' ')).filter(({ kind }) => kind !== 'sign');
    const ends = tokens.map((_, at) => at + (this.#visible.longestAt(tokens, at)?.length ?? 0));
    return tokens.some((_, from) => this.#namesAt(tokens, from, ends));
  }

  /** @param ends where the visible name that begins at each token ends */
  #namesAt(tokens: readonly QuestionToken[], from: number, ends: readonly number[]): boolean {
    let key = '';
    for (let to = from + 1; to <= Math.min(from + mostWords, tokens.length); to += 1) {
      key += tokens[to - 1]?.key ?? '';
      if (!this.#hidden.has(key) || isKnownPhrase(tokens.slice(from, to))) continue;
      if (!ends.slice(0, from + 1).some((end) => end >= to)) return true;
    }
    return false;
  }
}
