import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { threadPoolSize } from './index.ts';

it('leaves threads for other work in addition to all statements', () => {
  expect(threadPoolSize(4)).toBeGreaterThan(4);
});

it('loads no driver before an engine is opened', () => {
  const script = `await import(${JSON.stringify(import.meta.resolve('./index.ts'))}); process.stdout.write(String(process.report.getReport().sharedObjects.some((path) => path.includes('duckdb'))));`;
  expect(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })).toBe('false');
});
