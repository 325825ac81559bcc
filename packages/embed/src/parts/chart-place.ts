import { DrawingPlace } from './drawing-place.ts';

type ChartInput = Parameters<typeof import('../chart/draw-chart.ts').drawChart>[1];

/** Loads what draws charts, so that it is there when the first rows are. */
export function loadCharts(): Promise<typeof import('../chart/draw-chart.ts')> {
  return import('../chart/draw-chart.ts');
}

/** Where charts are drawn one after the other. */
export class ChartPlace extends DrawingPlace<ChartInput> {
  constructor(root: HTMLElement) {
    super(root, async () => (await loadCharts()).drawChart);
  }
}
