import { expect, it } from 'vitest';
import { check } from '../../packages/cli/src/commands/check.ts';

it('shows everybody what its access tests say', async () => {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const serve = () => Promise.reject(new Error('nothing is served here'));
  const given = { flags: { project: '.' }, words: [], environment: {}, directory: import.meta.dirname, clock: Date };
  expect([await check.run({ ...given, print, note: print, serve, serveInside: serve }), ...printed]).toContain(
    'No problems.',
  );
  expect(printed.join('\n')).toContain('10 of 10 assertions of the access tests pass.');
});
