import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../measure.ts';
import type { BenchServer } from '../server-process.ts';

/** Memory that is free is given back within this time. */
const idleMs = 3_000;

/** Measures memory after 132 different queries of every shape, one after the other. */
export async function memoryAfterMixedQueries(server: BenchServer): Promise<readonly Figure[]> {
  for (const query of mixedQueries()) await server.load(query);
  const atOnce = (await server.vitals()).residentBytes / 2 ** 20;
  await pause(idleMs);
  const mebibytes = (await server.vitals()).residentBytes / 2 ** 20;
  return [
    {
      name: `memory after 132 mixed queries, ${idleMs / 1000} s later`,
      measured: `${mebibytes.toFixed(0)} MiB`,
      baseline: `${atOnce.toFixed(0)} MiB right after`,
      bound: '400 MiB',
      isWithin: mebibytes <= 400,
    },
  ];
}

function mixedQueries(): readonly object[] {
  const granularities = ['hour', 'day', 'week', 'month', 'quarter', 'year'];
  const zones = ['UTC', 'America/New_York', 'Asia/Kolkata'];
  const byTime = zones.flatMap((timezone) =>
    granularities.flatMap((granularity) =>
      [['orders.count'], ['orders.total', 'orders.average']].map((measures) => ({
        measures,
        timezone,
        timeDimensions: [{ dimension: 'orders.created_at', granularity, dateRange: ['2024-02-01', '2024-11-30'] }],
      })),
    ),
  );
  const byText = ['orders.status', 'customers.city', 'customers.name'].flatMap((dimension) =>
    ['orders.count', 'orders.total', 'orders.average', 'customers.count'].flatMap((measure) =>
      [10, 1_000, 10_000].map((limit) => ({ measures: [measure], dimensions: [dimension], limit })),
    ),
  );
  const rows = Array.from({ length: 30 }, (_, index) => ({
    dimensions: ['orders.id', 'orders.status', 'orders.created_at', 'customers.name'],
    measures: ['orders.total'],
    filters: [{ member: 'orders.id', operator: 'gt', values: [String(index * 1000)] }],
    limit: index % 2 === 0 ? 100 : 10_000,
  }));
  const searches = Array.from({ length: 30 }, (_, index) => ({
    measures: ['orders.count'],
    dimensions: ['line_items.product'],
    filters: [{ member: 'line_items.product', operator: 'contains', values: [`${index}`] }],
    total: true,
    limit: 20,
  }));
  return [...byTime, ...byText, ...rows, ...searches];
}
