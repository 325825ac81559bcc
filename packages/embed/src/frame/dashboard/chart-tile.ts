import {
  type CellLook,
  cellLookOf,
  type Column,
  presentationOf,
  type Row,
  tableOf,
  withOverride,
  toneTexts,
} from '@orrery/charts';
import { csvOf, download, type LineRows, tableOfLine } from '../../answer/index.ts';
import { isNotLoaded, loadModule, notLoaded } from '../../load/index.ts';
import { element } from '../../markup/index.ts';
import { mayHelpAgain, publishedTable, type Snapshot, settingsOf, type Widget } from '../../view/index.ts';

type ChartInput = Parameters<typeof import('../../chart/draw-chart.ts').drawChart>[1];

/** A line of the answer with the data of dashboards. */
export interface ChartLine extends Partial<LineRows> {
  readonly widgetId: string;
  readonly isTruncated?: boolean;
  readonly unapplied?: readonly string[];
  readonly error?: string;
  /** Of the error. */
  readonly code?: string;
}

export interface Look {
  readonly isDark: boolean;
  readonly locale: string | undefined;
  /** Address of the page that content of others runs in. */
  readonly contentAddress: string;
}

const mostRows = 1_000;
const texts = {
  loading: 'Loading',
  again: 'Try again',
  csv: 'CSV',
  csvOf: (title: string) => `Download ${title} as CSV`,
  more: (shown: number, all: number) => `First ${shown.toLocaleString()} of ${all.toLocaleString()} rows`,
  truncated: (shown: number) => `Only the first ${shown.toLocaleString()} rows`,
  unapplied: (count: number) => (count === 1 ? '1 filter does not apply' : `${count} filters do not apply`),
  empty: 'No rows.',
  noReport: 'The report of this chart is not there any more.',
} as const;

/** A chart of the dashboard: its title, its picture, table or numbers, and what is to be said about them. */
export class ChartTile {
  readonly root: HTMLElement;
  readonly #content = element('div', { className: 'content' });
  readonly #notes = element('p', { className: 'notes' });
  readonly #download: HTMLButtonElement;
  readonly #snapshot: Snapshot | undefined;
  readonly #title: string;
  #shown: ChartLine | undefined;
  #drawn: { destroy(): void } | undefined;
  /** Whether a picture is on its way, which is begun again in other colours. */
  #isShowing = false;
  #turn = 0;
  readonly #onAgain: () => void;

  /** @param onAgain asks for the rows again, after they could not be read */
  constructor({ config }: Widget, snapshots: readonly Snapshot[], onAgain: () => void) {
    this.#onAgain = onAgain;
    this.#snapshot = snapshots.find(({ reportId }) => reportId === config['reportId']);
    this.#title = this.#snapshot?.title || this.#snapshot?.name || '';
    this.#download = element('button', { type: 'button', className: 'quiet', textContent: texts.csv, hidden: true });
    this.#download.ariaLabel = texts.csvOf(this.#title);
    this.#download.addEventListener('click', () => this.#save());
    const title = element('h2', { hidden: config['hideTitle'] === true }, this.#title);
    const head = element('header', {}, title, this.#download);
    this.root = element('section', { className: 'chart' }, head, this.#content, this.#notes);
    this.root.ariaLabel = this.#title;
    this.wait();
  }

  /** Shows that other data is on its way. */
  wait(): void {
    this.root.ariaBusy = 'true';
    if (!this.#shown) this.#content.replaceChildren(element('p', { className: 'waiting' }, texts.loading));
  }

  fail(text: string): void {
    this.#replace({ widgetId: '', error: text });
    this.#say('error', text);
  }

  async show(line: ChartLine, look: Look): Promise<void> {
    try {
      await this.#show(line, look);
    } catch (error) {
      if (!isNotLoaded(error)) throw error;
      if (this.#shown?.widgetId === line.widgetId) this.#say('error', notLoaded);
    }
  }

  async #show(line: ChartLine, look: Look): Promise<void> {
    const given =
      line.columns && line.rows
        ? { ...line, ...tableOfLine({ ...line, columns: line.columns, rows: line.rows }) }
        : line;
    this.#replace(given);
    const turn = this.#turn;
    this.#isShowing = true;
    try {
      await this.#fill(given, look);
    } finally {
      if (turn === this.#turn) this.#isShowing = false;
    }
  }

  async #fill(given: ChartLine, look: Look): Promise<void> {
    const turn = this.#turn;
    const { columns: all, rows, error } = given;
    if (!this.#snapshot) return this.#say('error', texts.noReport);
    if (!all || !rows) return this.#say('error', error ?? '');
    const columns = this.#formatted(all);
    this.#download.hidden = false;
    const { kind, spec } = this.#snapshot;
    const presentation = presentationOf({ kind: kind ?? undefined, spec, columns, rows });
    if (rows.length === 0) this.#say('notice', texts.empty);
    else if (presentation.kind === 'kpi') await this.#showKpis(columns, rows, look);
    else if (presentation.kind === 'table') this.#content.replaceChildren(table(columns, rows, look.locale, spec));
    else if (presentation.kind === 'html') await this.#showHtml(columns, rows, presentation.template, look);
    else if (presentation.kind === 'map') await this.#draw({ columns, rows, map: spec ?? {} }, look);
    else await this.#draw({ columns, rows, ...(presentation.type ? { kind: presentation.type } : { spec }) }, look);
    if (turn !== this.#turn) return;
    const notes = [
      ...(given.isTruncated ? [texts.truncated(rows.length)] : []),
      ...(presentation.kind === 'table' && rows.length > mostRows ? [texts.more(mostRows, rows.length)] : []),
      ...(given.unapplied?.length ? [texts.unapplied(given.unapplied.length)] : []),
    ];
    this.#notes.textContent = notes.join(' · ');
  }

  close(): void {
    this.#turn += 1;
    this.#drawn?.destroy();
    this.#drawn = undefined;
  }

  /** Draws the same data again, in other colours. */
  async redraw(look: Look): Promise<void> {
    if (this.#shown && (this.#drawn || this.#isShowing)) await this.show(this.#shown, look);
  }

  async #draw(chart: Omit<ChartInput, 'title' | 'isDark' | 'locale'>, look: Look): Promise<void> {
    const turn = this.#turn;
    const { drawChart } = await loadModule(() => import('../../chart/draw-chart.ts'));
    if (turn !== this.#turn) return;
    const place = element('div', { className: 'picture' });
    this.#content.replaceChildren(place);
    const drawn = await drawChart(place, { ...chart, title: this.#title, ...look });
    if (turn === this.#turn) this.#drawn = drawn;
    else drawn.destroy();
  }

  async #showKpis(columns: readonly Column[], rows: readonly Row[], look: Look): Promise<void> {
    const turn = this.#turn;
    const { drawKpis } = await loadModule(() => import('../../kpi/draw-kpis.ts'));
    if (turn !== this.#turn) return;
    const spec = this.#snapshot?.kind === 'kpi' ? this.#snapshot.spec : undefined;
    this.#drawn = drawKpis(this.#content, { columns, rows, spec, title: this.#title, ...look });
  }

  async #showHtml(
    columns: readonly Column[],
    rows: readonly Row[],
    template: string | undefined,
    look: Look,
  ): Promise<void> {
    const turn = this.#turn;
    const { isDark, locale, contentAddress: address } = look;
    const { plainTemplate, showContent, templateResult } = await loadModule(() => import('../../content/content.ts'));
    if (turn !== this.#turn) return;
    const fault = element('p', { className: 'error', hidden: true });
    fault.role = 'alert';
    const onFault = (text: string | undefined) => {
      fault.textContent = text ?? '';
      fault.hidden = text === undefined;
    };
    const shown = showContent({ address, title: this.#title, onFault });
    this.#content.replaceChildren(fault, shown.frame);
    shown.show({ template: template ?? plainTemplate(columns), isDark, result: templateResult(columns, rows, locale) });
    this.#drawn = shown;
  }

  #replace(line: ChartLine): void {
    this.#turn += 1;
    this.#drawn?.destroy();
    this.#drawn = undefined;
    this.#shown = line;
    this.#notes.textContent = '';
    this.#download.hidden = true;
    this.root.ariaBusy = 'false';
  }

  #say(kind: 'error' | 'notice', text: string): void {
    const said = element('p', { className: kind }, text);
    this.#content.replaceChildren(said);
    if (kind === 'notice') return;
    said.role = 'alert';
    if (!this.#snapshot || !mayHelpAgain(this.#shown?.code)) return;
    const button = element('button', { type: 'button', textContent: texts.again });
    button.addEventListener('click', this.#onAgain);
    this.#content.append(button);
  }

  #formatted(columns: readonly Column[]): readonly Column[] {
    const formats = settingsOf(this.#snapshot?.preferences?.columnFormats);
    return columns.map((column) => {
      const format = Object.hasOwn(formats, column.name) ? formats[column.name] : undefined;
      return withOverride(column, format as Parameters<typeof withOverride>[1]); // checked when it was published
    });
  }

  #save(): void {
    const { columns, rows } = this.#shown ?? {};
    if (!columns || !rows) return;
    const { kind, spec } = this.#snapshot ?? {};
    const shown = publishedTable(kind === 'table' ? spec : undefined, columns, rows);
    download(this.#title, csvOf(shown.columns, shown.rows));
  }
}

/** @param spec what was set for the table, as data of others */
function table(given: readonly Column[], all: readonly Row[], locale: string | undefined, spec: unknown): HTMLElement {
  const { columns, rows, styleOf } = publishedTable(spec, given, all);
  const { headers, rows: shown, areNumbers } = tableOf(columns, rows, { locale, most: mostRows });
  const looks = columns.map((column, index) =>
    cellLookOf(
      column,
      rows.map((row) => row[index]),
      styleOf(column),
    ),
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
  scrolled.ariaLabel = headers.join(', ');
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
