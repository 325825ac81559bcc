import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOfSteps } from '../../wire-clients/compare-steps.ts';
import { type ProgramStep, runProgram } from '../../wire-clients/run-program.ts';
import { orrerySide, postgresSide, type WireSide } from '../../wire-clients/wire-sides.ts';
import { intendedDifferences } from '../../wire-clients/intended-differences.ts';
import { wireClients } from './wire-clients.ts';

let postgres: WireSide;
let orrery: WireSide;
beforeAll(async () => {
  postgres = await postgresSide();
  orrery = await orrerySide();
});
afterAll(async () => {
  await orrery?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
});

/* `npm run prove -- wire` runs this: it installs clients of Python, Java, Go and Rust in the user's cache folder. */
it.for(Object.entries(wireClients))(
  '%s gets from Orrery what it gets from PostgreSQL',
  { timeout: 3_600_000 },
  async ([client, install], { skip }) => {
    const program = await install();
    if ('missing' in program) {
      console.log(`SKIPPED ${client}: it cannot be installed: ${program.missing}`);
      return skip(program.missing);
    }
    const ofPostgres = await runProgram(program, postgres);
    const ofOrrery = await runProgram(program, orrery);
    for (const step of ofOrrery) console.log(lineOf(client, step));
    expect(faultsOfSteps({ client, ofPostgres, ofOrrery }, intendedDifferences)).toEqual([]);
  },
);

function lineOf(client: string, step: ProgramStep): string {
  const line = JSON.stringify({ client, ...step });
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}
