import { EngineError } from '../engine.ts';

/** A statement without what cannot be SQL. */
export interface StatementCode {
  /** The text without strings, names in quotes and comments. */
  readonly code: string;
  /** The words in order, names in quotes among them. */
  readonly words: readonly Word[];
}

export interface Word {
  readonly text: string;
  /** The character behind it, across white space and comments, where it is one of these. */
  readonly before: '(' | '.' | '';
}

/**
 * Texts and quoted names as the session reads them: quotes are escaped by doubling only, and a backslash is an ordinary
 * character.
 */
const STRING = /'[^']*(?:''[^']*)*'/;
const NAME = /"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`/;
/** `--` begins a comment only before a space or a control character of ASCII: others belong to names. */
const COMMENT = /#[^\n\0]*|--(?=[\0- \x7f]|$)[^\n\0]*|\/\*(?:[^]*?\*\/|[^]*)/;
const ASIDE = new RegExp(`${STRING.source}|(${NAME.source})|(${COMMENT.source})`, 'g');
/** Comments that MySQL and MariaDB run as SQL. */
const RUN_COMMENT = /^\/\*M?!/i;
/** Comments that change settings for the statement, its timeout among them. */
const HINT = /^\/\*\+/;
const UNREADABLE = /['"`\0]/;
const PLAIN_NAME = /^[\w$\u0080-\uffff]+$/;
const WORD = /([\w$\u0080-\uffff]+)[ \t-\r]*([(.]?)/g;

/**
 * @param isOfUser whether hints are refused as well
 * @throws EngineError `forbidden` for a text that the server may read in another way
 */
export function readStatement(text: string, isOfUser: boolean): StatementCode {
  let named = '';
  let code = '';
  let end = 0;
  for (const match of text.matchAll(ASIDE)) {
    const [aside, name, comment] = match;
    if (comment !== undefined) requireHarmless(comment, isOfUser);
    const between = text.slice(end, match.index);
    code += `${between} `;
    named += `${between} ${name === undefined ? '' : plainName(name)} `;
    end = match.index + aside.length;
  }
  code += text.slice(end);
  named += text.slice(end);
  if (UNREADABLE.test(code)) throw forbidden('a text that does not end');
  const words = Array.from(named.matchAll(WORD), ([, word = '', before = '']) => {
    return { text: word, before: before as Word['before'] }; // the pattern has no others
  });
  return { code, words };
}

/**
 * Whether the server may find `name` by this word: some servers take letters outside ASCII for those that they resemble,
 * such as the Kelvin sign for a K.
 */
export function mayMean(word: string, name: string): boolean {
  if (word.length !== name.length) return false;
  for (let at = 0; at < word.length; at += 1) {
    if (word.charCodeAt(at) < 0x80 && word.charAt(at).toLowerCase() !== name.charAt(at)) return false;
  }
  return true;
}

export function forbidden(reason: string): EngineError {
  return new EngineError('forbidden', new Error(reason));
}

/** No name that is looked for has other characters; `_` stands for those that do. */
function plainName(quoted: string): string {
  const name = quoted.slice(1, -1).trimEnd();
  return PLAIN_NAME.test(name) ? name : '_';
}

function requireHarmless(comment: string, isOfUser: boolean): void {
  if (RUN_COMMENT.test(comment)) throw forbidden('comments that are run are refused');
  if (isOfUser && HINT.test(comment)) throw forbidden('hints are refused');
  if (comment.startsWith('/*') && (comment.length < 4 || !comment.endsWith('*/')))
    throw forbidden('a comment that does not end');
}
