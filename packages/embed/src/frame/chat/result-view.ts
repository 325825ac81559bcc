import { presentationOf } from '@orrery/charts';
import type { QueryResult } from '@orrery/client/chat';
import { csvOf, download, statementColumns, statementRows } from '../../answer/index.ts';
import { type BodyLook, plainTable } from '../../body/index.ts';
import { element } from '../../markup/index.ts';

const texts = {
  csv: 'CSV',
  csvOf: (title: string) => `Download ${title} as CSV`,
  first: (shown: number, all: number) => `First ${shown.toLocaleString()} of ${all.toLocaleString()} rows`,
  empty: 'No rows.',
} as const;

/** The rows that a query found: a picture where one fits, else a table. */
export class ResultView {
  readonly root: HTMLElement;
  /** Whether it is a picture; a table or a number stands in the text of the answer as a rule. */
  readonly isChart: boolean;
  readonly #result: QueryResult;
  readonly #content = element('div', { className: 'content' });
  readonly #columns: ReturnType<typeof statementColumns>;
  readonly #rows: ReturnType<typeof statementRows>;
  readonly #kind: ReturnType<typeof presentationOf>;
  #drawn: { destroy(): void } | undefined;
  #turn = 0;
  #look: BodyLook | undefined;

  constructor(result: QueryResult) {
    this.#result = result;
    this.#columns = statementColumns(result);
    this.#rows = statementRows(result);
    const { queryTitle: title, totalRows, vegaSpec: spec } = result;
    this.#kind = presentationOf({ kind: undefined, spec, columns: this.#columns, rows: this.#rows });
    this.isChart = this.#kind.kind === 'chart' && this.#rows.length > 0;
    const save = element('button', { type: 'button', className: 'quiet', textContent: texts.csv });
    save.ariaLabel = texts.csvOf(title);
    save.hidden = this.#rows.length === 0;
    save.addEventListener('click', () => download(title, csvOf(this.#columns, this.#rows)));
    const head = element('header', {}, element('h3', {}, title), save);
    const shown = this.#rows.length;
    const note = shown < totalRows ? [element('p', { className: 'notes' }, texts.first(shown, totalRows))] : [];
    this.root = element(
      'section',
      { className: this.isChart ? 'result drawn' : 'result' },
      head,
      this.#content,
      ...note,
    );
    this.root.ariaLabel = title;
  }

  /** Shows it, or shows it again in other colours. */
  async show(look: BodyLook): Promise<void> {
    if (this.#look && this.#look.isDark === look.isDark) return;
    this.#look = look;
    if (!this.isChart) {
      this.#content.replaceChildren(this.#rows.length === 0 ? element('p', {}, texts.empty) : this.#table(look));
      return;
    }
    this.#turn += 1;
    const turn = this.#turn;
    const { drawChart } = await import('../../chart/draw-chart.ts');
    if (turn !== this.#turn) return;
    this.#drawn?.destroy();
    const place = element('div', { className: 'picture' });
    this.#content.replaceChildren(place);
    const kind = this.#kind.kind === 'chart' ? this.#kind.type : undefined;
    const { vegaSpec, queryTitle: title } = this.#result;
    const spec = kind === undefined ? vegaSpec : undefined;
    const drawn = await drawChart(place, { columns: this.#columns, rows: this.#rows, spec, kind, title, ...look });
    if (turn !== this.#turn) return drawn.destroy();
    this.#drawn = drawn;
    if (place.querySelector('svg, canvas') === null) this.#tellUndrawn(place, look);
  }

  /** A spec that is not drawn says why; its rows stand in a table. */
  #tellUndrawn(place: HTMLElement, look: BodyLook): void {
    const why = place.querySelector('.orrery-chart-notes')?.textContent ?? '';
    this.#drawn?.destroy();
    this.#drawn = undefined;
    this.#content.replaceChildren(element('p', { className: 'notes' }, why), this.#table(look));
  }

  destroy(): void {
    this.#turn += 1;
    this.#drawn?.destroy();
  }

  #table({ locale }: BodyLook): HTMLElement {
    const { queryTitle: title } = this.#result;
    return plainTable({ columns: this.#columns, rows: this.#rows, locale, title });
  }
}
