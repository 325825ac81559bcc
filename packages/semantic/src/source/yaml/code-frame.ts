import type { FileSpan } from '@orrery/kernel';

const linesBefore = 2;
const linesAfter = 1;
const maxLineLength = 160;

/** Prints the lines around a span, numbered, with a caret under the span. */
export function codeFrame(text: string, span: FileSpan): string {
  const lines = text.split(/\r\n|\r|\n/);
  const first = Math.max(1, span.line - linesBefore);
  const last = Math.min(lines.length, span.line + linesAfter);
  const width = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const isMarked = number === span.line;
    const line = lines[number - 1] ?? '';
    frame.push(`${isMarked ? '>' : ' '} ${String(number).padStart(width)} | ${shown(line)}`.trimEnd());
    if (isMarked) {
      const indent = shown(line.slice(0, span.column - 1)).replace(/[^\t]/g, ' ');
      const carets = Math.max(1, Math.min(span.length, line.length - span.column + 1, maxLineLength));
      frame.push(`  ${' '.repeat(width)} | ${indent}${'^'.repeat(carets)}`);
    }
  }
  return frame.join('\n');
}

/** Makes tabs visible, so that the caret is in the right column. */
function shown(line: string): string {
  return line.slice(0, maxLineLength).replaceAll('\t', '→');
}
