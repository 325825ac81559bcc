import type { Column, Row } from '@orrery/charts';
import { isNotLoaded, loadModule, notLoaded } from '../load/index.ts';
import { element } from '../markup/index.ts';
import type { TileBody } from '../view/index.ts';

/** How rows are drawn on a page. */
export interface BodyLook {
  readonly isDark: boolean;
  readonly locale?: string | undefined;
  /** Address of the page that content of others runs in. */
  readonly contentAddress: string;
}

/** Tables are made by each page: that of the application is walked through by keyboard, and others are plain. */
export type DrawnBody = Exclude<TileBody, { readonly kind: 'table' }>;

export interface BodyInput extends BodyLook {
  readonly body: DrawnBody;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly title: string;
}

interface Drawing {
  destroy(): void;
  /** Shows other input in the same elements. @returns whether it can */
  again?(input: BodyInput): boolean;
}

const texts = { again: 'Try again' } as const;

/** Classes of the element that bodies are drawn in. */
export const bodyClasses = { chart: 'orrery-plot', kpi: 'orrery-kpi-place', html: 'orrery-html' } as const;

const loadChart = () => import('../chart/draw-chart.ts');
const loadKpis = () => import('../kpi/draw-kpis.ts');
const loadHtml = () => import('../content/draw-html.ts');

/** Loads what draws charts, so that it is there when the first rows are. */
export function loadCharts(): void {
  loadChart().catch(() => undefined); // told where it is drawn
}

/** Loads what draws KPIs, likewise. */
export function loadNumbers(): void {
  loadKpis().catch(() => undefined); // told where it is drawn
}

/**
 * Where the bodies of a tile are drawn one after the other: charts, KPIs and content of others. The one before stays until the
 * next one is drawn, unless that is of another kind.
 */
export class BodyPlace {
  readonly root: HTMLElement;
  #shown: Drawing | undefined;
  #kind: DrawnBody['kind'] | undefined;
  #turn = 0;

  constructor(root: HTMLElement = element('div')) {
    this.root = root;
  }

  /** Draws a body, unless another call or `leave` comes before it is drawn. */
  async draw(input: BodyInput): Promise<void> {
    this.#turn += 1;
    const { kind } = input.body;
    if (this.#kind !== kind) this.#clear();
    this.#kind = kind;
    this.root.className = bodyClasses[kind];
    if (this.#shown?.again?.(input) !== true) await this.#draw(input, this.#turn);
  }

  async #draw(input: BodyInput, turn: number): Promise<void> {
    try {
      const draw = await loadDrawing(input);
      if (turn !== this.#turn) return;
      const place = element('div');
      place.dataset['isNext'] = '';
      this.root.append(place);
      const drawing = await draw(place);
      const next = {
        ...drawing,
        destroy: () => {
          drawing.destroy();
          place.remove();
        },
      };
      if (turn !== this.#turn) return next.destroy();
      delete place.dataset['isNext'];
      this.#clear();
      this.#shown = next;
    } catch (error) {
      if (!isNotLoaded(error)) throw error;
      if (turn === this.#turn) this.#tell(() => this.#draw(input, turn));
    }
  }

  /** Says that what draws is missing, with a way to try again. */
  #tell(again: () => Promise<void>): void {
    const button = element('button', { type: 'button', textContent: texts.again });
    button.addEventListener('click', () => {
      button.disabled = true;
      void again();
    });
    const notice = element('div', { className: 'orrery-missing', role: 'alert' }, notLoaded, button);
    this.#clear();
    this.root.replaceChildren(notice);
    this.#shown = { destroy: () => notice.remove() };
  }

  #clear(): void {
    this.#shown?.destroy();
    this.#shown = undefined;
  }

  /** Leaves undrawn what is on its way. */
  leave(): void {
    this.#turn += 1;
  }

  destroy(): void {
    this.leave();
    this.#clear();
  }
}

async function loadDrawing({ body, ...input }: BodyInput): Promise<(place: HTMLElement) => Drawing | Promise<Drawing>> {
  switch (body.kind) {
    case 'chart': {
      const { drawChart } = await loadModule(loadChart);
      return (place) => drawChart(place, { ...input, ...body.chart });
    }
    case 'kpi': {
      const { drawKpis } = await loadModule(loadKpis);
      return (place) => drawKpis(place, { ...input, spec: body.spec });
    }
    case 'html': {
      const { drawHtml } = await loadModule(loadHtml);
      return (place) => {
        const { destroy, again } = drawHtml(place, { ...input, template: body.template });
        return {
          destroy,
          again: ({ body: other, ...next }) => other.kind === 'html' && again({ ...next, template: other.template }),
        };
      };
    }
  }
}
