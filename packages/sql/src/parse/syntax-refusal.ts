/** Why a text is no statement, in the words of the contract. */
export interface SyntaxRefusal {
  readonly kind: 'SQL Parser Error';
  readonly code: 'sql.syntax' | 'sql.too-large' | 'sql.too-deep' | 'sql.characters' | 'sql.too-long';
  /** Without its kind: what is wrong, line and column, and below them the place in the text with a caret. */
  readonly message: string;
  /** Offset in the text. */
  readonly position: number;
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
}

const shownColumns = 64;
const longestReason = 200;

/** @param position offset in the text of what is wrong */
export function refuseSyntax(
  text: string,
  position: number,
  reason: string,
  code: SyntaxRefusal['code'] = 'sql.syntax',
): SyntaxRefusal {
  const { line, column, shown } = placeOf(text, Math.min(Math.max(position, 0), text.length));
  const message = `Unable to parse: ${shorten(reason)} at Line: ${line}, Column: ${column}\n\n${shown}`;
  return { kind: 'SQL Parser Error', code, message, position, line, column };
}

const shorten = (reason: string) =>
  reason.length <= longestReason ? reason : `${reason.slice(0, longestReason).toWellFormed()}…`;

function placeOf(text: string, position: number) {
  let [line, begin] = [1, 0];
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) {
    line += 1;
    begin = at + 1;
  }
  const end = text.indexOf('\n', position);
  // Cut before characters are counted: a line may be a megabyte.
  const before = [...text.slice(Math.max(begin, position - 2 * shownColumns), position)];
  const behind = [...text.slice(position, Math.min(end === -1 ? text.length : end, position + 2 * shownColumns))];
  const left = Math.min(before.length, Math.max(shownColumns / 2, shownColumns - behind.length));
  const source = [...before.slice(before.length - left), ...behind.slice(0, shownColumns - left)].join('');
  const above = line === 1 || before.length > left ? [] : [lineAbove(text, begin)];
  const caret = `${' '.repeat(left)}^`;
  return {
    line,
    column: charactersOf(text, begin, position) + 1,
    shown: [...above, visible(source), caret].join('\n'),
  };
}

function lineAbove(text: string, begin: number): string {
  const start = text.lastIndexOf('\n', begin - 2) + 1;
  return visible([...text.slice(start, Math.min(begin - 1, start + 2 * shownColumns))].slice(0, shownColumns).join(''));
}

/** One column for each character, so that the caret stands below its own. */
const visible = (line: string) => line.replaceAll(/\p{Cc}|\p{Cs}/gu, ' ').trimEnd();

function charactersOf(text: string, from: number, to: number): number {
  let pairs = 0;
  for (let at = from; at < to; at += 1) if ((text.codePointAt(at) ?? 0) > 0xffff) pairs += 1;
  return to - from - pairs;
}
