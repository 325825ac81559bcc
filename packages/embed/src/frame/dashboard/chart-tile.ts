import { type CellLook, cellLookOf, type Column, presentationOf, type Row, tableOf, toneTexts } from '@orrery/charts';
import { csvOf, download } from '../../answer/index.ts';
import { isNotLoaded, loadModule, notLoaded } from '../../load/index.ts';
import { element } from '../../markup/index.ts';
import {
  columnsOf,
  mayHelpAgain,
  notesOf,
  type DisplaySettings,
  shownOf,
  shownTable,
  type Snapshot,
  type TileData,
  type TileState,
  tileTexts,
  type Widget,
} from '../../view/index.ts';

type ChartInput = Parameters<typeof import('../../chart/draw-chart.ts').drawChart>[1];

export interface Look {
  readonly isDark: boolean;
  readonly locale: string | undefined;
  /** Address of the page that content of others runs in. */
  readonly contentAddress: string;
}

const mostRows = 1_000;
const texts = {
  loading: 'Loading',
  csv: 'CSV',
  csvOf: (title: string) => `Download ${title} as CSV`,
  more: (shown: number, all: number) => `First ${shown.toLocaleString()} of ${all.toLocaleString()} rows.`,
} as const;

/** A chart of the dashboard: its title, its picture, table or numbers, and what is to be said about them. */
export class ChartTile {
  readonly root: HTMLElement;
  readonly #content = element('div', { className: 'content' });
  readonly #notes = element('p', { className: 'notes' });
  readonly #download: HTMLButtonElement;
  /** Absent: the report was deleted. */
  readonly #shown: DisplaySettings | undefined;
  readonly #title: string;
  #data: TileData | undefined;
  #drawn: { destroy(): void } | undefined;
  /** Whether a picture is on its way, which is begun again in other colours. */
  #isShowing = false;
  #turn = 0;
  readonly #onAgain: () => void;

  /** @param onAgain asks for the rows again, after they could not be read */
  constructor({ config }: Widget, snapshots: readonly Snapshot[], onAgain: () => void) {
    this.#onAgain = onAgain;
    const snapshot = snapshots.find(({ reportId }) => reportId === config['reportId']);
    this.#shown = snapshot && shownOf(snapshot);
    this.#title = this.#shown?.title ?? '';
    this.#download = element('button', { type: 'button', className: 'quiet', textContent: texts.csv, hidden: true });
    this.#download.ariaLabel = texts.csvOf(this.#title);
    this.#download.addEventListener('click', () => this.#save());
    const title = element('h2', { hidden: config['hideTitle'] === true }, this.#title);
    const head = element('header', {}, title, this.#download);
    this.root = element('section', { className: 'chart' }, head, this.#content, this.#notes);
    this.root.ariaLabel = this.#title;
    this.root.ariaBusy = 'true';
    this.#content.replaceChildren(element('p', { className: 'waiting' }, texts.loading));
  }

  /** Shows the state of its rows. Earlier content stays until newer rows arrive. */
  async show({ data, isLoading }: TileState, look: Look): Promise<void> {
    this.root.ariaBusy = String(isLoading || !data);
    if (data && data !== this.#data) await this.#show(data, look);
  }

  async #show(data: TileData, look: Look): Promise<void> {
    this.#replace(data);
    const turn = this.#turn;
    this.#isShowing = true;
    try {
      await this.#fill(data, look);
    } catch (error) {
      if (!isNotLoaded(error)) throw error;
      if (turn === this.#turn) this.#say('error', notLoaded);
    } finally {
      if (turn === this.#turn) this.#isShowing = false;
    }
  }

  async #fill(data: TileData, look: Look): Promise<void> {
    const turn = this.#turn;
    const { columns: all, rows, error } = data;
    if (!this.#shown) return this.#say('error', tileTexts.noReport);
    if (!all || !rows) return this.#say('error', error ?? '');
    const columns = columnsOf(this.#shown, all);
    this.#download.hidden = false;
    const { kind, spec } = this.#shown;
    const presentation = presentationOf({ kind: kind ?? undefined, spec, columns, rows });
    if (rows.length === 0) this.#say('notice', tileTexts.noRows);
    else if (presentation.kind === 'kpi') await this.#showKpis(columns, rows, look);
    else if (presentation.kind === 'table')
      this.#content.replaceChildren(table(this.#shown, columns, rows, look.locale));
    else if (presentation.kind === 'html') await this.#showHtml(columns, rows, presentation.template, look);
    else if (presentation.kind === 'map') await this.#draw({ columns, rows, map: spec ?? {} }, look);
    else await this.#draw({ columns, rows, ...(presentation.type ? { kind: presentation.type } : { spec }) }, look);
    if (turn !== this.#turn) return;
    const notes = [
      ...notesOf(data, data.unapplied?.length ?? 0),
      ...(presentation.kind === 'table' && rows.length > mostRows ? [texts.more(mostRows, rows.length)] : []),
    ];
    this.#notes.textContent = notes.join(' ');
  }

  close(): void {
    this.#turn += 1;
    this.#drawn?.destroy();
    this.#drawn = undefined;
  }

  /** Draws the same data again, in other colours. */
  async redraw(look: Look): Promise<void> {
    if (this.#data && (this.#drawn || this.#isShowing)) await this.#show(this.#data, look);
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
    const spec = this.#shown?.kind === 'kpi' ? this.#shown.spec : undefined;
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

  #replace(data: TileData): void {
    this.#turn += 1;
    this.#drawn?.destroy();
    this.#drawn = undefined;
    this.#data = data;
    this.#notes.textContent = '';
    this.#download.hidden = true;
  }

  #say(kind: 'error' | 'notice', text: string): void {
    const said = element('p', { className: kind }, text);
    this.#content.replaceChildren(said);
    if (kind === 'notice') return;
    said.role = 'alert';
    if (!this.#shown || !mayHelpAgain(this.#data ?? {})) return;
    const button = element('button', { type: 'button', textContent: tileTexts.again });
    button.addEventListener('click', this.#onAgain);
    this.#content.append(button);
  }

  #save(): void {
    const { columns, rows } = this.#data ?? {};
    if (!columns || !rows || !this.#shown) return;
    const shown = shownTable(this.#shown, columns, rows);
    download(this.#title, csvOf(shown.columns, shown.rows));
  }
}

function table(
  report: DisplaySettings,
  given: readonly Column[],
  all: readonly Row[],
  locale: string | undefined,
): HTMLElement {
  const { columns, rows, styleOf } = shownTable(report, given, all);
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
