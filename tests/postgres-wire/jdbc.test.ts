import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOfSteps } from '../wire-clients/compare-steps.ts';
import { intendedDifferences } from '../wire-clients/intended-differences.ts';
import { runProgram } from '../wire-clients/run-program.ts';
import { orrerySide, postgresSide } from '../wire-clients/wire-sides.ts';

const driver = '/usr/share/java/postgresql.jar';
const program = resolve(import.meta.dirname, '../wire-clients/jdbc/WireJdbc.java');
const missing = missingForJdbc();
if (missing !== undefined) console.log(`pgJDBC is not tried: ${missing}`);

function missingForJdbc(): string | undefined {
  if (!existsSync(driver)) return "Debian's package libpostgresql-jdbc-java is not installed";
  try {
    execFileSync('javac', ['-version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return "javac is not on the PATH (Debian's package default-jdk-headless)";
  }
}

describe.skipIf(missing !== undefined)('pgJDBC of Debian', () => {
  it('gets from Orrery what it gets from PostgreSQL', async () => {
    await using postgres = await postgresSide();
    await using orrery = await orrerySide();
    const command = { command: ['java', '-cp', driver, program, 'old'] } as const;
    const ofPostgres = await runProgram(command, postgres);
    const ofOrrery = await runProgram(command, orrery);
    expect(ofPostgres.length).toBeGreaterThan(25);
    expect(faultsOfSteps({ client: 'pgJDBC', ofPostgres, ofOrrery }, intendedDifferences)).toEqual([]);
  });
});
