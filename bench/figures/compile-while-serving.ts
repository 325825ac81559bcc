import { type Figure, median, ms, timeMs } from '../measure.ts';
import { compilesOf } from '../model-metrics.ts';
import type { BenchServer } from '../server-process.ts';

const rounds = 3;
/** Waiting time after the last compilation: the watcher sees the save of a thousand files as several changes. */
const quietForMs = 3_000;

/**
 * Measures the longest stall of the event loop while every file of a large model is saved again.
 *
 * @param save writes all files of the model, with a note in each of them
 */
export async function compileWhileServing(
  server: BenchServer,
  model: { readonly cubes: number; readonly metricsToken: string; readonly save: (note: string) => void },
): Promise<readonly Figure[]> {
  const answers: number[] = [];
  const stalls: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await compilesOf(server, model.metricsToken);
    await server.forgetStalls();
    model.save(`, saved anew ${round}`);
    await untilQuiet(server, model.metricsToken, before, answers);
    stalls.push((await server.vitals()).longestStallMs);
  }
  const stall = Math.max(...stalls);
  return [
    {
      name: `longest stall of the event loop while a model of ${model.cubes} cubes compiles`,
      measured: `${stall.toFixed(1)} ms (${stalls.map((one) => one.toFixed(1)).join(', ')})`,
      baseline: `another answer meanwhile: ${ms(median(answers))}, ${ms(Math.max(...answers))} at most`,
      bound: '20 ms',
      isWithin: stall <= 20,
    },
  ];
}

async function untilQuiet(server: BenchServer, token: string, before: number, answers: number[]): Promise<void> {
  let [last, since] = [before, performance.now()];
  while (last === before || performance.now() - since < quietForMs) {
    for (let round = 0; round < 20; round += 1) {
      answers.push(await timeMs(() => server.get('/livez')));
      await new Promise((next) => setTimeout(next, 10));
    }
    const compiles = await compilesOf(server, token);
    if (compiles !== last) [last, since] = [compiles, performance.now()];
  }
}
