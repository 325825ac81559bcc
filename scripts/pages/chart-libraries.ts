import { join } from 'node:path';
import { root } from '../take-steps.ts';

const unused = join(root, 'packages/embed/src/chart/unused-by-charts.ts');

/** What charts are built with in the place of libraries that Vega names and charts have no use for. */
export const chartLibraries: Readonly<Record<string, string>> = {
  // Vega-Lite takes some functions from Vega as a whole, of which we load parts.
  vega: 'vega-util',
  'd3-ease': unused,
  'd3-geo': unused,
  'vega-loader': unused,
};
