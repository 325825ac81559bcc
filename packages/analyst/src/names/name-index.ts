import { keyOf, type QuestionToken } from '../text/index.ts';
import { targetOf, type VisibleFace, type VisibleModel, type VisiblePiece } from '../visible-model.ts';
import type { NameEntry } from './name-entry.ts';
import { countPhrases, KnownNames, ownPhrases, type NamePhrase, thingPhrases } from './phrases-of.ts';

/** No name of more words is found; bounds the work for each word of a question. */
const mostWords = 8;
const articles: ReadonlySet<string> = new Set(['the', 'a', 'an']);

export interface FoundName {
  /** How many tokens. */
  readonly length: number;
  readonly entries: readonly NameEntry[];
}

/** Finds what words of a question may mean. Built for one question, of what its caller may see. */
export class NameIndex {
  readonly #names = new KnownNames();
  readonly #byKey = new Map<string, NameEntry[]>();
  /** All members that show a definition. */
  readonly #byTarget = new Map<string, NameEntry[]>();

  constructor(model: VisibleModel) {
    for (const piece of model.cubes) this.#addPiece(piece);
  }

  /** The longest name that begins at a token. */
  longestAt(tokens: readonly QuestionToken[], at: number): FoundName | undefined {
    const asWritten = this.#longestAt(tokens, at, false);
    const withoutArticles = this.#longestAt(tokens, at, true);
    return withoutArticles && withoutArticles.length > (asWritten?.length ?? 0) ? withoutArticles : asWritten;
  }

  /** @param leavesArticles whether articles between the words of a name are passed over: "wants the newsletter" */
  #longestAt(tokens: readonly QuestionToken[], at: number, leavesArticles: boolean): FoundName | undefined {
    let [key, found] = ['', undefined as FoundName | undefined];
    for (let length = 1; length <= mostWords; length += 1) {
      const token = tokens[at + length - 1];
      if (token === undefined || token.kind === 'sign' || token.kind === 'quoted') break;
      if (leavesArticles && length > 1 && articles.has(token.folded)) continue;
      key += token.key;
      const isPlural = token.folded !== token.key;
      const entries = this.#byKey.get(key)?.filter(({ inPlural }) => isPlural || !inPlural) ?? [];
      if (entries.length > 0) found = { length, entries };
    }
    return found && { length: found.length, entries: this.#withAlike(found.entries) };
  }

  /** Finds the entries that a whole text may mean, in the singular or plural. */
  named(text: string): readonly NameEntry[] {
    return this.#withAlike(this.#byKey.get(keyOf(text)) ?? []);
  }

  /**
   * Adds the other members with the definitions of these: what a view calls visits is what its cube calls sessions.
   * Members of one definition fit equally.
   */
  #withAlike(entries: readonly NameEntry[]): readonly NameEntry[] {
    const fits = new Map<string, NameEntry>();
    for (const entry of entries) {
      const key = definitionOf(entry);
      if ((fits.get(key)?.fit ?? 0) < entry.fit) fits.set(key, entry);
    }
    const groups = [...fits].map(([key, { fit, inPlural, isPlural }]) =>
      (this.#byTarget.get(key) ?? []).map((entry): NameEntry => ({ ...entry, fit, inPlural, isPlural })),
    );
    return [...groups.flat(), ...entries.filter(({ kind }) => kind === 'piece')];
  }

  #addPiece(piece: VisiblePiece): void {
    for (const name of [piece.name, piece.title]) {
      this.#add([{ key: this.#names.keyOf(name), fit: 3, inPlural: false, isPlural: false }], {
        kind: 'piece',
        piece: piece.name,
        target: piece.name,
      });
    }
    const add = (kind: NameEntry['kind'], face: VisibleFace, phrases: readonly NamePhrase[], type = {}) =>
      this.#add(phrases, { kind, piece: piece.name, member: face.name, target: targetOf(face), ...type });
    for (const measure of piece.measures) {
      add('measure', measure, [
        ...ownPhrases(measure, piece, this.#names),
        ...countPhrases(measure, piece, this.#names),
      ]);
    }
    for (const segment of piece.segments) add('segment', segment, ownPhrases(segment, piece, this.#names));
    for (const dimension of piece.dimensions) {
      const { type } = dimension;
      add(
        'dimension',
        dimension,
        [...ownPhrases(dimension, piece, this.#names), ...thingPhrases(dimension, piece, this.#names)],
        { type },
      );
      for (const { name, title } of dimension.granularities ?? []) {
        const phrases = [name, title].map(
          (one): NamePhrase => ({ key: this.#names.keyOf(one), fit: 3, inPlural: false, isPlural: false }),
        );
        const of = { piece: piece.name, member: dimension.name, target: targetOf(dimension) };
        this.#add(phrases, { kind: 'granularity', ...of, granularity: name });
      }
    }
  }

  #add(phrases: readonly NamePhrase[], member: Unfound): void {
    const definition = definitionOf(member);
    const alike = this.#byTarget.get(definition) ?? [];
    if (alike.length === 0) this.#byTarget.set(definition, alike);
    alike.push({ ...member, fit: 2, inPlural: false, isPlural: false });
    for (const { key, ...found } of phrases) {
      if (key === '') continue;
      const entries = this.#byKey.get(key) ?? [];
      if (entries.length === 0) this.#byKey.set(key, entries);
      // Phrases of a member come one after the other, so what is known of it stands last.
      const known = entries.at(-1);
      if (known === undefined || !isSame(known, member)) entries.push({ ...member, ...found });
      else {
        const fit = found.fit > known.fit ? found.fit : known.fit;
        const [inPlural, isPlural] = [known.inPlural && found.inPlural, known.isPlural && found.isPlural];
        entries[entries.length - 1] = { ...known, fit, inPlural, isPlural };
      }
    }
  }
}

type Unfound = Omit<NameEntry, 'fit' | 'inPlural' | 'isPlural'>;

function definitionOf({ kind, target, granularity }: Unfound): string {
  return `${kind} ${target} ${granularity ?? ''}`;
}

function isSame(a: NameEntry, b: Unfound): boolean {
  return a.kind === b.kind && a.piece === b.piece && a.member === b.member && a.granularity === b.granularity;
}
