import fc from 'fast-check';

const tokens = /"[^"]*"|'[^']*'|\w+|\s+|::|<=|>=|<>|!=|\|\||./gs;
const mostWords = 500;

/** Gives texts of statements with up to four changed words, which are words of all of them. */
export function changedTexts(statements: readonly string[]): fc.Arbitrary<string> {
  const texts = statements.map((sql) => sql.match(tokens) ?? []).filter((words) => words.length < mostWords);
  const words = [...new Set(texts.flat())];
  return fc
    .record({
      text: fc.constantFrom(...texts),
      changes: fc.array(
        fc.record({
          how: fc.constantFrom('leave out', 'repeat', 'replace', 'swap', 'insert'),
          at: fc.nat(mostWords),
          word: fc.constantFrom(...words),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    })
    .map(({ text, changes }) => changes.reduce(changed, [...text]).join(''));
}

interface Change {
  readonly how: string;
  readonly at: number;
  readonly word: string;
}

function changed(text: readonly string[], { how, at, word }: Change): string[] {
  const index = at % Math.max(1, text.length);
  const own = text[index] ?? '';
  const next = text[index + 2] ?? '';
  switch (how) {
    case 'leave out':
      return text.toSpliced(index, 1);
    case 'repeat':
      return text.toSpliced(index, 0, own, ' ');
    case 'replace':
      return text.toSpliced(index, 1, word);
    case 'swap':
      return text.with(index, next).toSpliced(index + 2, 1, own);
    default:
      return text.toSpliced(index, 0, ` ${word} `);
  }
}
