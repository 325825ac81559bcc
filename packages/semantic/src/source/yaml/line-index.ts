import type { FileSpan } from '@orrery/kernel';

/** Offsets at which lines begin; `spanAt` turns a range of offsets into line and column, cut at the end of its line. */
export interface LineIndex {
  readonly file: string;
  readonly text: string;
  readonly starts: readonly number[];
}

export function indexLines(file: string, text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return { file, text, starts };
}

export function spanAt(lines: LineIndex, from: number, to: number): FileSpan {
  let low = 0;
  let high = lines.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines.starts[middle] ?? 0) <= from) low = middle;
    else high = middle - 1;
  }
  const start = lines.starts[low] ?? 0;
  const next = lines.starts[low + 1];
  const endOfLine = next === undefined ? lines.text.length : next - 1;
  const length = Math.max(1, Math.min(to, endOfLine) - from);
  return { kind: 'file', file: lines.file, line: low + 1, column: from - start + 1, length };
}
