import { type StatementWord, is, isName } from '../statement-words.ts';

/** Words that end the clause of the tables. */
const AFTER_TABLES = [
  'where',
  'prewhere',
  'group',
  'having',
  'qualify',
  'window',
  'order',
  'limit',
  'offset',
  'fetch',
  'union',
  'except',
  'intersect',
  'select',
  'with',
];

/** Functions whose arguments have a FROM, `EXTRACT(YEAR FROM day)`. */
const CALLS_WITH_FROM = ['extract', 'trim', 'substring', 'overlay'];

/** Clause at a depth of parentheses. */
interface Depth {
  readonly opener: string;
  /** `tables`: in a list of tables, at the comma of which another one begins. `arrays`: in a list after ARRAY JOIN. */
  clause: 'none' | 'tables' | 'arrays';
}

/** The names that are called where a table stands: after FROM, JOIN, IN and a comma, also in parentheses. */
export function relationCalls(words: readonly StatementWord[]): readonly string[] {
  const calls: string[] = [];
  const depths: Depth[] = [{ opener: '', clause: 'none' }];
  let isTable = false;
  for (const [at, word] of words.entries()) {
    const depth = depths.at(-1) as Depth; // the first one stays
    if (is(word, '(')) {
      // A table may be in parentheses; a list after IN has values.
      isTable &&= !is(words[at - 1], 'in');
      depths.push({ opener: words[at - 1]?.text.toLowerCase() ?? '', clause: isTable ? 'tables' : 'none' });
      continue;
    }
    if (isTable && isName(word) && is(words[at + 1], '(') && !isQueryStart(word)) calls.push(word.text);
    isTable = false;
    if (is(word, ')')) {
      if (depths.length > 1) depths.pop();
    } else if (is(word, 'from')) {
      if (CALLS_WITH_FROM.includes(depth.opener)) continue;
      depth.clause = 'tables';
      isTable = !isPartOfName(words, at);
    } else if (is(word, 'join')) {
      const isOfArrays = is(words[at - 1], 'array');
      depth.clause = isOfArrays ? 'arrays' : 'tables';
      isTable = !isOfArrays;
    } else if (is(word, 'in')) isTable = true;
    else if (is(word, ',')) isTable = depth.clause === 'tables';
    else if (!word.isQuoted && AFTER_TABLES.includes(word.text)) depth.clause = 'none';
  }
  return calls;
}

function isQueryStart(word: StatementWord): boolean {
  return is(word, 'select') || is(word, 'with');
}

/** `IS DISTINCT FROM`, which a value follows. */
function isPartOfName(words: readonly StatementWord[], at: number): boolean {
  return is(words[at - 1], 'distinct') && (is(words[at - 2], 'is') || is(words[at - 2], 'not'));
}
