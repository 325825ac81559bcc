import { is, isName, type StatementWord } from '../statement-words.ts';

/** Words between two parentheses, or outside all of them. */
interface ParenthesisLevel {
  /** Whether a comma separates tables. */
  isFrom: boolean;
  /** `EXTRACT(YEAR FROM x)` and `TRIM('x' FROM y)`; both words are reserved, so nothing else is called so. */
  readonly isFunctionWithFrom: boolean;
}

/** Words that end a list of tables. All are reserved: none of them is the name of a table or column without quotes. */
const AFTER_TABLES = ['select', 'where', 'group', 'having', 'order', 'union', 'intersect', 'except', 'values'];

/**
 * The names wherever Trino's grammar takes a table: after FROM, JOIN and TABLE, after commas of a FROM clause, and behind
 * parentheses that open there. Names of common table expressions and, in doubt, those of columns are among them.
 *
 * @returns the parts of each name
 */
export function tableNames(words: readonly StatementWord[]): readonly (readonly string[])[] {
  const names: (readonly string[])[] = [];
  const levels: ParenthesisLevel[] = [];
  let level: ParenthesisLevel = { isFrom: false, isFunctionWithFrom: false };
  let isTableNext = false;
  for (const [at, word] of words.entries()) {
    const isHere: boolean = isTableNext;
    const before = words[at - 1];
    isTableNext = false;
    if (is(word, '(')) {
      levels.push(level);
      level = { isFrom: isHere, isFunctionWithFrom: is(before, 'extract') || is(before, 'trim') };
      isTableNext = isHere;
    } else if (is(word, ')')) {
      level = levels.pop() ?? level;
    } else if (is(word, ',')) {
      isTableNext = level.isFrom;
    } else if (is(word, 'from')) {
      // `a IS DISTINCT FROM b`: no list of columns is empty, so nothing else has DISTINCT before FROM.
      const isOperator = is(before, 'distinct') || level.isFunctionWithFrom;
      isTableNext = !isOperator;
      level.isFrom ||= !isOperator;
    } else if (is(word, 'join') || is(word, 'table')) {
      isTableNext = true;
    } else if (AFTER_TABLES.some((each) => is(word, each))) {
      level.isFrom = false;
    } else if (isHere && isName(word)) {
      names.push(nameAt(words, at));
    }
  }
  return names;
}

/** The parts of the name that begins with a word. */
function nameAt(words: readonly StatementWord[], start: number): readonly string[] {
  const parts = [words[start]?.text ?? ''];
  for (let at = start + 1; is(words[at], '.'); at += 2) parts.push(words[at + 1]?.text ?? '');
  return parts;
}
