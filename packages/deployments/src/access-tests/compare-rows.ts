import type { ExpectedRow } from './access-test.ts';

export interface RowComparison {
  /** When false, the order of rows does not matter. */
  readonly isOrdered: boolean;
  /** Columns with numbers, in which `20` equals `20.0`. */
  readonly numbers: ReadonlySet<string>;
}

/** Lists the differences between given and expected rows, a line each; empty when they are equal. */
export function rowDifferences(
  expected: readonly ExpectedRow[],
  given: readonly ExpectedRow[],
  { isOrdered, numbers }: RowComparison,
): readonly string[] {
  const [wanted, got] = [expected, given].map((rows) => rows.map((row) => rowText(row, numbers))) as [
    string[],
    string[],
  ];
  if (!isOrdered) return [...leftOver(wanted, got).map(missing), ...leftOver(got, wanted).map(surplus)];
  const positions = Array.from({ length: Math.max(wanted.length, got.length) }, (_, index) => index);
  return positions.flatMap((index) => {
    const [want, have] = [wanted[index], got[index]];
    if (want === have) return [];
    return [...(want === undefined ? [] : [missing(want)]), ...(have === undefined ? [] : [surplus(have)])];
  });
}

const missing = (text: string) => `- ${text}`;
const surplus = (text: string) => `+ ${text}`;

function rowText(row: ExpectedRow, numbers: ReadonlySet<string>): string {
  const entries = Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1));
  const texts = entries.map(
    ([key, value]) => `${key}: ${numbers.has(key) ? numberText(value) : JSON.stringify(value)}`,
  );
  return `{ ${texts.join(', ')} }`;
}

/** Normalizes a number's digits; the Data API writes numbers as texts. */
function numberText(value: unknown): string {
  const text = String(value);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  const plain = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return plain === '-0' ? '0' : plain;
}

/** Returns those of `texts` that occur more often than in `others`. */
function leftOver(texts: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return texts.filter((text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}
