import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withCapabilities } from '../scripts/sql-capabilities/capabilities-text.ts';

it('docs/sql.md lists what SQL over the model takes: npm run sql-capabilities', () => {
  const text = readFileSync(new URL('sql.md', import.meta.url), 'utf8');
  expect(text).toBe(withCapabilities(text));
});
