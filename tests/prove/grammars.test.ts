import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialects } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { caseDialect } from '../../cases/case-dialects.ts';
import { compileCase } from '../../cases/compile-case.ts';
import { isAnswered } from '../../cases/planner-case.ts';
import { readCases } from '../../cases/read-cases.ts';

const pinned = 'sqlglot==30.30.0';
/** Names of the grammars that are called otherwise. */
const grammars: Readonly<Record<string, string>> = { starburst: 'trino' };

/** `npm run prove -- --only grammars` runs this: it installs a parser of many dialects in a folder of its own. */
it('every statement of an engine that only has SQL is read by the grammar of its dialect', {
  timeout: 3_600_000,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-grammars-'));
  try {
    const packages = join(folder, 'packages');
    execFileSync('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', packages, pinned]);
    const rendered = dialects.filter(({ level }) => level === 'rendered').map(({ name }) => name);
    const statements = rendered.map((name) => [grammars[name] ?? name, statementsFor(name)]);
    const output = execFileSync('python3', [join(import.meta.dirname, 'parse-statements.py')], {
      input: JSON.stringify(Object.fromEntries(statements)),
      env: { ...process.env, PYTHONPATH: packages },
      maxBuffer: 1 << 28,
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual({});
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The statements by case. */
function statementsFor(name: string): Readonly<Record<string, string>> {
  const place = caseDialect(name);
  const cases = readCases().filter(isAnswered);
  return Object.fromEntries(cases.map((one) => [one.name, compileCase(one, place).text]));
}
