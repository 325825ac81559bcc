import { type CellLook, cellLookOf, type Column, type ColumnStyle, type Row, tableOf, toneTexts } from '@orrery/charts';
import { element } from '../markup/index.ts';

interface PlainTableInput {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly locale: string | undefined;
  /** Name of the table for people who do not see it; absent: its columns. */
  readonly title?: string;
  readonly most?: number;
  /** Returns the settings of a column. */
  readonly styleOf?: (column: Column) => ColumnStyle;
}

/** A table of HTML, which can be scrolled. */
export function plainTable({ columns, rows, locale, title, most, styleOf }: PlainTableInput): HTMLElement {
  const {
    headers,
    rows: shown,
    areNumbers,
  } = tableOf(columns, rows, { locale, ...(most === undefined ? {} : { most }) });
  const looks = columns.map((column, index) =>
    styleOf
      ? cellLookOf(
          column,
          rows.map((row) => row[index]),
          styleOf(column),
        )
      : undefined,
  );
  const classOf = (index: number) => (areNumbers[index] ? 'number' : '');
  const head = headers.map((text, index) => element('th', { scope: 'col', className: classOf(index) }, text));
  const body = shown.map((row, at) =>
    element('tr', {}, ...row.map((text, index) => cell(text, looks[index]?.(rows[at]?.[index]) ?? {}, classOf(index)))),
  );
  const scrolled = element(
    'div',
    { className: 'scroll', tabIndex: 0 },
    element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body)),
  );
  scrolled.role = 'region';
  scrolled.ariaLabel = title ?? headers.join(', ');
  return scrolled;
}

function cell(text: string, { link, size, tone }: CellLook, className: string): HTMLElement {
  const content =
    link === undefined ? text : element('a', { href: link, target: '_blank', rel: 'noopener noreferrer' }, text);
  const made = element('td', { className }, content);
  if (tone) {
    made.dataset['tone'] = tone;
    made.append(element('span', { className: 'unseen' }, toneTexts[tone]));
  }
  if (size) {
    made.dataset['form'] = size.form;
    if (size.isNegative) made.dataset['isNegative'] = '';
    made.style.setProperty('--size', String(size.share));
  }
  return made;
}
