import { loadModule } from '../load/index.ts';
import { DrawingPlace } from './drawing-place.ts';

type DrawnChartInput = Parameters<typeof import('../chart/draw-chart.ts').drawChart>[1];

const load = () => import('../chart/draw-chart.ts');

/** Loads what draws charts, so that it is there when the first rows are. */
export function loadCharts(): void {
  load().catch(() => undefined); // told where it is drawn
}

/** Where charts are drawn one after the other. */
export class ChartPlace extends DrawingPlace<DrawnChartInput> {
  constructor(root: HTMLElement) {
    super(root, async () => (await loadModule(load)).drawChart);
  }
}
