import { download } from '../../answer/index.ts';
import { type BodyLook, BodyPlace, plainTable } from '../../body/index.ts';
import { element } from '../../markup/index.ts';
import {
  bodyOfReport,
  columnsOf,
  csvOfTile,
  mayHelpAgain,
  notesOf,
  type DisplaySettings,
  shownOf,
  shownTable,
  type Snapshot,
  type TileData,
  type TileState,
  tileTexts,
} from '../../view/index.ts';

const mostRows = 1_000;
const texts = {
  loading: 'Loading',
  csv: 'CSV',
  csvOf: (title: string) => `Download ${title} as CSV`,
  more: (shown: number, all: number) => `First ${shown.toLocaleString()} of ${all.toLocaleString()} rows.`,
} as const;

interface ChartContent {
  /** Absent: the report was deleted. */
  readonly snapshot: Snapshot | undefined;
  readonly hasTitle: boolean;
}

/** A chart of the dashboard: its title, its picture, table or numbers, and what is to be said about them. */
export class ChartTile {
  readonly root: HTMLElement;
  readonly #waiting = element('p', { className: 'waiting' }, texts.loading);
  readonly #content = element('div', { className: 'content' }, this.#waiting);
  readonly #body = new BodyPlace();
  readonly #notes = element('p', { className: 'notes' });
  readonly #download: HTMLButtonElement;
  /** Absent: the report was deleted. */
  readonly #shown: DisplaySettings | undefined;
  readonly #title: string;
  #data: TileData | undefined;
  readonly #onAgain: () => void;

  /** @param onAgain asks for the rows again, after they could not be read */
  constructor({ snapshot, hasTitle }: ChartContent, onAgain: () => void) {
    this.#onAgain = onAgain;
    this.#shown = snapshot && shownOf(snapshot);
    this.#title = this.#shown?.title ?? '';
    this.#download = element('button', { type: 'button', className: 'quiet', textContent: texts.csv, hidden: true });
    this.#download.ariaLabel = texts.csvOf(this.#title);
    this.#download.addEventListener('click', () => this.#save());
    const title = element('h2', { hidden: !hasTitle }, this.#title);
    const head = element('header', {}, title, this.#download);
    this.root = element('section', { className: 'chart' }, head, this.#content, this.#notes);
    this.root.ariaLabel = this.#title;
    this.root.ariaBusy = 'true';
  }

  /** Shows the state of its rows. Earlier content stays until newer rows arrive. */
  async show({ data, isLoading }: TileState, look: BodyLook): Promise<void> {
    this.root.ariaBusy = String(isLoading || !data);
    if (!data || data === this.#data) return;
    this.#data = data;
    await this.#fill(data, look);
  }

  async #fill(data: TileData, look: BodyLook): Promise<void> {
    const { columns: all, rows, error } = data;
    this.#download.hidden = !this.#shown || !all || !rows;
    this.#notes.textContent = '';
    if (!this.#shown) return this.#say('error', tileTexts.noReport);
    if (!all || !rows) return this.#say('error', error ?? '');
    const columns = columnsOf(this.#shown, all);
    const body = bodyOfReport(this.#shown, columns, rows);
    const isCut = body.kind === 'table' && rows.length > mostRows;
    const notes = [
      ...notesOf(data, data.unapplied?.length ?? 0),
      ...(isCut ? [texts.more(mostRows, rows.length)] : []),
    ];
    this.#notes.textContent = notes.join(' ');
    if (rows.length === 0) return this.#say('notice', tileTexts.noRows);
    if (body.kind === 'table') {
      const table = shownTable(this.#shown, columns, rows);
      return this.#replace(plainTable({ ...table, locale: look.locale, most: mostRows }));
    }
    const before = this.#waiting.parentNode === this.#content ? [this.#waiting] : [];
    if (!this.#isDrawn) this.#content.replaceChildren(...before, this.#body.root);
    await this.#body.draw({ body, columns, rows, title: this.#title, ...look });
    this.#waiting.remove();
  }

  get #isDrawn(): boolean {
    return this.#body.root.parentNode === this.#content;
  }

  close(): void {
    this.#body.destroy();
  }

  /** Draws the same data again, in other colours. */
  async redraw(look: BodyLook): Promise<void> {
    if (this.#data && this.#isDrawn) await this.#fill(this.#data, look);
  }

  #replace(...content: readonly HTMLElement[]): void {
    this.#body.destroy();
    this.#content.replaceChildren(...content);
  }

  #say(kind: 'error' | 'notice', text: string): void {
    const said = element('p', { className: kind }, text);
    this.#replace(said);
    if (kind === 'notice') return;
    said.role = 'alert';
    if (!this.#shown || !mayHelpAgain(this.#data ?? {})) return;
    const button = element('button', { type: 'button', textContent: tileTexts.again });
    button.addEventListener('click', this.#onAgain);
    this.#content.append(button);
  }

  #save(): void {
    const { columns, rows } = this.#data ?? {};
    if (columns && rows && this.#shown) download(this.#title, csvOfTile(this.#shown, columns, rows));
  }
}
