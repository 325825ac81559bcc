import { element } from './elements.ts';

/** More columns than any table shows. */
const mostColumns = 100;

/** Whether a table begins here: a line with bars, and below it the line that says how columns are aligned. */
export function isTable(line: string, next: string | undefined): boolean {
  return line.includes('|') && next !== undefined && /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(next);
}

/** Makes a table that scrolls inside of its own element. Each row gets as many cells as the head. */
export function markdownTable(
  [head = '', rule = '', ...rows]: readonly string[],
  inline: (text: string) => (Node | string)[],
): HTMLElement {
  const headers = cellsOf(head).slice(0, mostColumns);
  const areRight = cellsOf(rule).map((cell) => cell.endsWith(':') && !cell.startsWith(':'));
  const classOf = (index: number) => (areRight[index] ? 'number' : '');
  const cell = (name: 'th' | 'td', text: string, index: number) =>
    element(name, { className: classOf(index) }, ...inline(text));
  const body = rows.map((row) => {
    const cells = cellsOf(row);
    return element('tr', {}, ...headers.map((_, index) => cell('td', cells[index] ?? '', index)));
  });
  const heading = element('tr', {}, ...headers.map((text, index) => cell('th', text, index)));
  const table = element('table', {}, element('thead', {}, heading), element('tbody', {}, ...body));
  const scrolled = element('div', { className: 'scroll', tabIndex: 0 }, table);
  scrolled.role = 'region';
  scrolled.ariaLabel = headers.join(', ');
  return scrolled;
}

/** The cells of a line: bars part them, unless a backslash stands before. */
function cellsOf(line: string): readonly string[] {
  const inside = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
