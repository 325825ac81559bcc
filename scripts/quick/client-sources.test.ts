import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { decidesClientTypes } from './client-sources.ts';
import { importersIn } from './import-graph.ts';

it('every file that the generator of client types imports, directly or not, makes npm run quick compare them', () => {
  const importers = importersIn(resolve(import.meta.dirname, '../..'));
  const reached = new Set(['scripts/client-types.ts']);
  for (const file of reached) {
    for (const [target, names] of importers) if (names.has(file)) reached.add(target);
  }
  expect(reached.size).toBeGreaterThan(50);
  expect([...reached].filter((file) => !decidesClientTypes(file))).toEqual([]);
});

it('files of other parts do not', () => {
  const others = [
    'packages/client/src/http/send.ts',
    'packages/server/src/composition/compose.ts',
    'docs/clients/platform.md',
  ];
  expect(others.filter(decidesClientTypes)).toEqual([]);
});
