import { EngineError } from './engine.ts';

/** A piece of a statement that is no text, number, comment or white space. */
export interface StatementWord {
  /** A name in quotes without them. Other words are in lower case. */
  readonly text: string;
  readonly isQuoted: boolean;
}

/**
 * Words, quoted names and signs of a statement in order.
 *
 * @param tokens matches every character, with the groups `aside`, `strange` and those of quoted names
 * @param quotedName returns the name in quotes that a match has
 * @throws EngineError `forbidden` for a text that the server may read in another way
 */
export function splitWords(
  text: string,
  tokens: RegExp,
  quotedName: (groups: Readonly<Record<string, string | undefined>>) => string | undefined,
): readonly StatementWord[] {
  const words: StatementWord[] = [];
  for (let at = 0; at < text.length; ) {
    tokens.lastIndex = at;
    const match = tokens.exec(text);
    const token = match?.[0] ?? ''; // every character matches the last alternative
    const groups = match?.groups ?? {};
    at += token.length;
    if (groups['strange'] !== undefined) throw forbidden(`${groups['strange']} cannot be read for sure`);
    const quoted = quotedName(groups);
    if (quoted !== undefined) words.push({ text: quoted, isQuoted: true });
    else if (groups['aside'] === undefined) words.push({ text: token.toLowerCase(), isQuoted: false });
  }
  return words;
}

export function forbidden(reason: string): EngineError {
  return new EngineError('forbidden', new Error(reason));
}

/** Whether a word is a keyword or sign, and not a name in quotes. */
export function is(word: StatementWord | undefined, text: string): boolean {
  return word !== undefined && !word.isQuoted && word.text === text;
}

/** Whether a word may be a name. */
export function isName(word: StatementWord | undefined): boolean {
  return word !== undefined && (word.isQuoted || /^[a-z_]/.test(word.text));
}
