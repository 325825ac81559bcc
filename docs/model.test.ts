import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileModel } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cubeKeys } from '../packages/semantic/src/source/read-cube.ts';
import { dimensionKeys } from '../packages/semantic/src/source/read-dimension.ts';
import { measureKeys } from '../packages/semantic/src/source/read-measure.ts';
import { viewKeys } from '../packages/semantic/src/source/read-view.ts';
import { mintToken } from '../packages/server/src/http/mint-token.ts';
import { type ServedProject, serveProject } from '../tests/serve-project.ts';
import { fencedBlocks } from './fenced-blocks.ts';

const page = readFileSync(join(import.meta.dirname, 'model.md'), 'utf8');
const blocks = fencedBlocks(page);
const textOf = (use: string) => blocks.find((block) => block.use === use)?.text ?? '';

it.each(blocks.filter(({ language }) => language === 'yaml'))('the model in line $line has no problems', ({ text }) => {
  expect(compileModel([{ path: 'model.yml', text }]).build.problems).toEqual([]);
});

it.each([
  ['cubes', cubeKeys],
  ['views', viewKeys],
  ['dimensions', dimensionKeys],
  ['measures', measureKeys],
] as const)('the page lists the keys of %s that come later', (name, { later }) => {
  const line = page.split('\n').find((one) => one.startsWith(`| ${name} | \``)) ?? '';
  expect([...line.matchAll(/`(\w+)`/g)].map((match) => match[1])).toEqual([...later]);
});

const examples = blocks.flatMap(({ language, use }) => (language === 'sql' && use ? [use] : []));

describe.each(examples)('the example of %s', (name) => {
  let project: string;
  let served: ServedProject;
  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'orrery-docs-'));
    mkdirSync(join(project, 'model'));
    const init = textOf(name).split(/;\s*/).filter(Boolean);
    const settings = { data_sources: { default: { type: 'duckdb', init } } };
    writeFileSync(join(project, 'orrery.yml'), JSON.stringify(settings));
    writeFileSync(join(project, 'model/model.yml'), textOf(`model ${name}`));
    served = await serveProject(project);
  });
  /** What stands behind `query` are the claims of the caller. */
  const tokenOf = async (use: string): Promise<string> => {
    const [, claims = ''] = use.split(' query');
    const [deployment] = served.composition.deployments;
    if (claims === '' || !deployment) return served.token;
    const asked = { deployment, securityContext: JSON.parse(claims), expiresInSeconds: 600, clock: Date };
    return (await mintToken(asked, { algorithms: ['HS256'], scopes: [] })) ?? '';
  };
  afterAll(async () => {
    await served?.close();
    rmSync(project, { recursive: true });
  });

  it.each(blocks.filter(({ use }) => use.startsWith(`${name} query`)))(
    'answers line $line as the table says',
    async (block) => {
      const response = await fetch(`${served.origin}/cubejs-api/v1/load`, {
        method: 'POST',
        headers: { authorization: await tokenOf(block.use), 'content-type': 'application/json' },
        body: JSON.stringify({ query: { ...JSON.parse(block.text), responseFormat: 'compact' } }),
      });
      // As the contract says; a refusal has no `data` and fails the comparison.
      const { data } = (await response.json()) as {
        readonly data?: { members: string[]; dataset: (string | null)[][] };
      };
      expect(data && [data.members, ...data.dataset.map((row) => row.map((cell) => cell ?? 'NULL'))]).toEqual(
        tableAfter(block.line),
      );
    },
  );
});

/** The cells of the first table below a line, without the rule under its head. */
function tableAfter(line: number): readonly (readonly string[])[] {
  const below = page.split('\n').slice(line);
  const rows = below.slice(below.findIndex((one) => one.startsWith('|')));
  const table = rows.slice(
    0,
    rows.findIndex((one) => !one.startsWith('|')),
  );
  return table
    .filter((one) => !one.startsWith('| ---'))
    .map((one) =>
      one
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
