import type { PlatformSchemas } from '@orrery/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { platform } from './platform.ts';

export type SavedPalette = PlatformSchemas['ChartPalette'];

/** The palettes that charts of the account may have, in the order in which they were made. */
export const savedPalettes = queryOptions({
  queryKey: ['chart palettes'],
  queryFn: async ({ signal }) => (await platform.getChartPalettes({ query: { first: 1_000 } }, { signal })).items,
  staleTime: 0,
});

const withCharts = ['chart palettes', 'report', 'saved reports', 'workbook', 'dashboard'];

/** Reads again what has the colours of palettes in it. */
export async function readPalettesAgain(client: QueryClient): Promise<void> {
  await Promise.all(withCharts.map((key) => client.invalidateQueries({ queryKey: [key] })));
}
