import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, median } from '../measure.ts';
import type { BenchServer } from '../server-process.ts';

const rows = 200_000;
const warmUps = 4;
const rounds = 12;
const idleMs = 3_000;
const mebibyte = 2 ** 20;

/**
 * Measures answers of 200,000 rows, one after the other and never the same rows: the rows a second, the time to the
 * first byte, and the memory that stays in use.
 */
export async function longAnswers(server: BenchServer): Promise<readonly Figure[]> {
  const shares: number[] = [];
  const rates: number[] = [];
  const resident: number[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const { firstByteMs, wholeMs } = await server.time('load', question(round + warmUps));
    if (round < 0) continue;
    shares.push(firstByteMs / wholeMs);
    rates.push(rows / (wholeMs / 1_000));
    resident.push((await server.vitals()).residentBytes / mebibyte);
  }
  await pause(idleMs);
  const afterwards = (await server.vitals()).residentBytes / mebibyte;
  const [early, late] = [median(resident.slice(0, rounds / 2)), median(resident.slice(rounds / 2))];
  const share = median(shares);
  return [
    {
      name: `rows of four columns by /v1/load, ${rows.toLocaleString('en')} rows`,
      measured: `${Math.round(median(rates) / 1_000)} thousand rows/s`,
      baseline: '',
      bound: '',
      isWithin: true,
    },
    {
      name: `first byte of ${rows.toLocaleString('en')} rows, as a share of the whole answer`,
      measured: `${(100 * share).toFixed(0)} %`,
      baseline: '',
      bound: '20 %',
      isWithin: share <= 0.2,
    },
    {
      name: `memory after ${rounds / 2} such answers, after ${rounds}, and ${idleMs / 1000} s later`,
      measured: `${early.toFixed(0)}, ${late.toFixed(0)}, ${afterwards.toFixed(0)} MiB`,
      baseline: '',
      bound: 'no growth over 5 %',
      isWithin: late <= 1.05 * early,
    },
  ];
}

function question(round: number): object {
  return {
    dimensions: ['orders.id', 'orders.status', 'orders.created_at'],
    measures: ['orders.total'],
    filters: [{ member: 'orders.id', operator: 'lte', values: [String(rows + round)] }],
    limit: rows,
    cache: 'no-cache',
  };
}
