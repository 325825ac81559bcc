import { EngineError } from '../engine.ts';

/**
 * The tokens of PostgreSQL that texts and names depend on. `standard_conforming_strings` is on, see `session.ts`: a
 * backslash is an ordinary character, except in `E'...'`. Comments in blocks nest, so they are read apart.
 */
const TOKEN = new RegExp(
  [
    /(?<space>[ \t-\r]+|--[^\n\r]*)/,
    /(?<block>\/\*)/,
    /(?<escaped>[eE]'[^'\\]*(?:(?:\\[^]|'')[^'\\]*)*')/,
    /(?<string>'[^']*(?:''[^']*)*')/,
    /(?<quoted>"[^"]*(?:""[^"]*)*")/,
    /(?<strange>[uU]&"|[eE]'|['"$])/,
    /(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)/,
    /(?<number>0[xXoObB][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)/,
    /[^]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);
const BLOCK_END = /\/\*|\*\//g;
const IN_NAME = /[\w$\u0080-\uffff]/;

/**
 * Names and words of a statement in order, those in quotes without their quotes.
 *
 * @throws EngineError `forbidden` for a text that some server may read in another way, and for dollar quotes and names
 * whose letters are written as numbers
 */
export function* namesOf(text: string): Generator<string> {
  if (text.includes('\0')) throw unreadable('NUL');
  let wasEscaped = false;
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const [token, groups] = tokenOf(TOKEN.exec(text));
    at += token.length;
    if (groups.space !== undefined) continue;
    if (groups.block !== undefined) {
      at = endOfBlock(text, at);
      continue;
    }
    if (groups.strange !== undefined) throw unreadable(token);
    // A string after a line break continues the one before it, by the rules of that one.
    if (wasEscaped && groups.string !== undefined) throw unreadable(token);
    wasEscaped = groups.escaped !== undefined;
    // Older servers begin a name or a string right behind the digits.
    if (groups.number !== undefined && IN_NAME.test(text.charAt(at))) throw unreadable(token + text.charAt(at));
    if (groups.word !== undefined) yield groups.word;
    if (groups.quoted !== undefined) yield groups.quoted.slice(1, -1);
  }
}

type MatchGroups = Readonly<Record<string, string | undefined>>;

/** Every character matches the last alternative. */
function tokenOf(match: RegExpExecArray | null): readonly [token: string, groups: MatchGroups] {
  return [match?.[0] ?? '', match?.groups ?? {}];
}

function endOfBlock(text: string, from: number): number {
  BLOCK_END.lastIndex = from;
  for (let depth = 1; depth > 0; ) {
    const found = BLOCK_END.exec(text);
    if (found === null) throw unreadable('/*');
    depth += found[0] === '/*' ? 1 : -1;
  }
  return BLOCK_END.lastIndex;
}

function unreadable(token: string): EngineError {
  return new EngineError('forbidden', new Error(`${token.slice(0, 20)} cannot be read for sure`));
}
