import { join } from 'node:path';
import { root } from '../take-steps.ts';

const unused = join(root, 'packages/embed/src/chart/unused-by-charts.ts');

/** What charts are built with in the place of libraries that Vega names and charts have no use for. */
export const chartLibraries: Readonly<Record<string, string>> = {
  // Vega-Lite takes some functions from Vega as a whole, of which we load parts.
  vega: 'vega-util',
  'd3-ease': unused,
  'vega-loader': unused,
};

/** Maps draw with d3-geo; expressions of charts do not, and would bring it to every chart. */
export const withoutGeoInExpressions = {
  name: 'without-geo-in-expressions',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined): string | undefined {
    return source === 'd3-geo' && importer?.includes('vega-functions') ? unused : undefined;
  },
};
