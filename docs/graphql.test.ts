import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedProject, serveProject } from '../tests/serve-project.ts';
import { fencedBlocks } from './fenced-blocks.ts';

const page = readFileSync(join(import.meta.dirname, 'graphql.md'), 'utf8');
const documents = fencedBlocks(page).filter(({ language }) => language === 'graphql');

let served: ServedProject;
beforeAll(async () => {
  served = await serveProject(join(import.meta.dirname, '../examples/shop'));
});
afterAll(() => served?.close());

it.each(documents)('the document in line $line asks the demo', async ({ text }) => {
  const response = await fetch(`${served.origin}/cubejs-api/v1/graphql-to-json`, {
    method: 'POST',
    headers: { authorization: served.token, 'content-type': 'application/json' },
    body: JSON.stringify({ query: text, variables: { category: 'Tea' } }),
  });
  expect(await response.json()).toMatchObject({ jsonQuery: { measures: ['sales.sales'] } });
});
