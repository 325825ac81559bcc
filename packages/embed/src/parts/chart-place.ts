type ChartInput = Parameters<typeof import('../chart/draw-chart.ts').drawChart>[1];

/** Loads what draws charts, so that it is there when the first rows are. */
export function loadCharts(): Promise<typeof import('../chart/draw-chart.ts')> {
  return import('../chart/draw-chart.ts');
}

interface Drawn {
  destroy(): void;
}

/** Where charts are drawn one after the other. The picture before stays until the next one is drawn. */
export class ChartPlace {
  readonly #root: HTMLElement;
  #shown: Drawn | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** @returns a function that leaves a picture undrawn that is not needed any more */
  draw(input: ChartInput): () => void {
    let isOver = false;
    const draw = async () => {
      const { drawChart } = await loadCharts();
      if (isOver) return;
      const place = this.#root.ownerDocument.createElement('div');
      place.dataset['isNext'] = '';
      this.#root.append(place);
      const drawn = await drawChart(place, input);
      const next: Drawn = {
        destroy: () => {
          drawn.destroy();
          place.remove();
        },
      };
      if (isOver) return next.destroy();
      delete place.dataset['isNext'];
      this.#shown?.destroy();
      this.#shown = next;
    };
    void draw();
    return () => {
      isOver = true;
    };
  }

  destroy(): void {
    this.#shown?.destroy();
    this.#shown = undefined;
  }
}
