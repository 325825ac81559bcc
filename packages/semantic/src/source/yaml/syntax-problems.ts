import { parseDocument, type YAMLParseError } from 'yaml';
import { type Problem, problem } from '../../problem/index.ts';
import { indexLines, type LineIndex, spanAt } from './line-index.ts';
import { repeatedKeys } from './repeated-keys.ts';

const maxProblems = 20;

/** A syntax error of the second parser. */
type SyntaxFault = Pick<YAMLParseError, 'code' | 'pos' | 'message'>;

/**
 * Finds every syntax problem of a text the fast parser refused, with positions. Cost: linear in the text.
 *
 * @param refusal error of the fast parser, used when the second parser finds nothing
 */
export function syntaxProblems(
  file: string,
  text: string,
  refusal: { readonly reason: string; readonly offset: number | undefined },
): readonly Problem[] {
  const lines = indexLines(file, text);
  const faults = faultsOf(text);
  if (faults.length === 0) {
    const offset = refusal.offset ?? 0;
    return [problem('model.yaml', { reason: refusal.reason }, { at: spanAt(lines, offset, offset + 1) })];
  }
  const brokenOff = new Set(
    faults.filter(({ code }) => code === 'MULTILINE_IMPLICIT_KEY').map(({ pos: [from] }) => from),
  );
  const isMisplaced = (fault: SyntaxFault) => isOutOfLine(fault) || isBrokenOff(fault, brokenOff);
  return relevant(faults, isMisplaced, lines).map((fault) => {
    const [from, to] = isMisplaced(fault) ? misplacedKey(fault, text) : fault.pos;
    const at = spanAt(lines, from, to);
    if (fault.code === 'DUPLICATE_KEY') {
      const key = text.slice(from, from + longestKey).match(/^["']?([^\s:"']+)/)?.[1] ?? '';
      return problem('model.duplicate-key', { key }, { at });
    }
    if (isMisplaced(fault)) {
      return problem('model.yaml', { reason: misplaced }, { at, hint: 'Indent all keys of a mapping equally' });
    }
    return problem('model.yaml', { reason: reasonOf(fault) }, { at, hint: hintOf(fault, text) });
  });
}

/** Longest part of a key that a message quotes. */
const longestKey = 200;

/** Returns no faults when the parser gives up, so that the error of the fast parser is used. */
function faultsOf(text: string): readonly SyntaxFault[] {
  try {
    const options = { prettyErrors: false, version: '1.2', merge: true, uniqueKeys: false } as const;
    const document = parseDocument(text, options);
    if (document.errors.some(isBeyondStack)) return [];
    const repeated = repeatedKeys(document.contents).map(({ range }): SyntaxFault => {
      const [from, to] = range ?? [0, 0];
      return { code: 'DUPLICATE_KEY', pos: [from, to], message: 'Map keys must be unique' };
    });
    return [...document.errors, ...repeated];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** Whether the text is nested too deeply for the parser, which is recursive. */
function isBeyondStack({ code }: SyntaxFault): boolean {
  return code === 'RESOURCE_EXHAUSTION';
}

const misplaced = 'this key begins in another column than the keys before it';

function isOutOfLine({ code, message }: SyntaxFault): boolean {
  return code === 'BAD_INDENT' && message.includes('mapping items must start at the same column');
}

/** Whether a key's value includes the next line because that line is indented too far. */
function isBrokenOff({ code, pos: [from] }: SyntaxFault, brokenOff: ReadonlySet<number>): boolean {
  return code === 'BLOCK_AS_IMPLICIT_KEY' && brokenOff.has(from);
}

/** Range of the misplaced key. The parser points at the beginning of its line, or at the value on the line before. */
function misplacedKey({ code, pos: [from] }: SyntaxFault, text: string): readonly [number, number] {
  const line = code === 'BAD_INDENT' ? from : text.indexOf('\n', from) + 1;
  const [indent = '', key = ''] = /^([ ]*)([^\s:]*)/.exec(text.slice(line))?.slice(1) ?? [];
  const start = line + indent.length;
  return [start, start + Math.max(key.length, 1)];
}

/** Drops faults that result from a tab or a misplaced key, and all but the first of a line. */
function relevant(
  faults: readonly SyntaxFault[],
  isMisplaced: (fault: SyntaxFault) => boolean,
  lines: LineIndex,
): readonly SyntaxFault[] {
  const tabs = faults.filter(({ code }) => code === 'TAB_AS_INDENT');
  const seen = new Set<number>();
  const misplaced = faults.filter(isMisplaced);
  const starts = new Set(misplaced.map(({ pos: [from] }) => from));
  const sound = faults.filter((fault) => fault === misplaced[0] || !starts.has(fault.pos[0]));
  const firsts = (tabs.length > 0 ? tabs : sound).filter((fault) => {
    const { line } = spanAt(lines, fault.pos[0], fault.pos[1]);
    return seen.has(line) ? false : seen.add(line);
  });
  return firsts.slice(0, maxProblems);
}

function reasonOf(error: SyntaxFault): string {
  if (error.code === 'TAB_AS_INDENT') return 'a tab is used where only spaces may indent';
  const [first = ''] = error.message.split('\n');
  return first.charAt(0).toLowerCase() + first.slice(1);
}

function hintOf(error: SyntaxFault, text: string): string | undefined {
  if (error.code === 'TAB_AS_INDENT') return 'Indent with spaces';
  if (error.code === 'BAD_DQ_ESCAPE' && /[{}]/.test(text.slice(error.pos[0], error.pos[1] + 1))) {
    return 'A backslash before a brace needs single quotes or a block scalar: sql: |';
  }
  const line = text.slice(text.lastIndexOf('\n', error.pos[0] - 1) + 1).split('\n')[0] ?? '';
  if (/:\s*\{[A-Za-z_.]+\}/.test(line)) return 'A value that begins with { needs quotes: sql: "{CUBE}.amount"';
  if (error.message.includes('reserved character `')) return 'Write the value in quotes, or as a block scalar: sql: |';
  if (error.message.toLowerCase().includes('nested mappings are not allowed')) {
    return "Indent all keys of a mapping equally, and put quotes around a value that holds ': '";
  }
  if (error.message.includes('must be sufficiently indented and end with a')) return 'Close what is opened with { or [';
  return undefined;
}
