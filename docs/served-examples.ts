import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintToken } from '../packages/deployments/src/token/mint-token.ts';
import { type ServedProject, serveProject } from '../tests/serve-project.ts';
import { fencedBlocks } from './fenced-blocks.ts';

/**
 * Runs the queries of a page. `sql x` is the data, `yaml model x` the model, `yaml settings x` more keys of `orrery.yml`,
 * `json x query` a query whose answer is the table below it, `json x refused` one that is refused. The text after
 * `query` and `refused` holds the claims of the caller.
 */
export function describeExamples(page: string): void {
  const blocks = fencedBlocks(page);
  const textOf = (use: string) => blocks.find((block) => block.use === use)?.text ?? '';
  const examples = blocks.flatMap(({ language, use }) => (language === 'sql' && use ? [use] : []));

  describe.each(examples)('the example of %s', (name) => {
    let project: string;
    let served: ServedProject;
    beforeAll(async () => {
      project = mkdtempSync(join(tmpdir(), 'orrery-docs-'));
      mkdirSync(join(project, 'model'));
      const init = textOf(name).split(/;\s*/).filter(Boolean);
      const settings = { data_sources: { default: { type: 'duckdb', init } } };
      const more = textOf(`settings ${name}`);
      writeFileSync(join(project, 'orrery.yml'), `data_sources: ${JSON.stringify(settings.data_sources)}\n${more}`);
      writeFileSync(join(project, 'model/model.yml'), textOf(`model ${name}`));
      served = await serveProject(project);
    });
    afterAll(async () => {
      await served?.close();
      rmSync(project, { recursive: true });
    });

    const tokenOf = async (claims: string): Promise<string> => {
      const [deployment] = served.composition.deployments;
      if (claims.trim() === '' || !deployment) return served.token;
      const asked = { deployment, securityContext: JSON.parse(claims), expiresInSeconds: 600, clock: Date };
      return (await mintToken(asked, { algorithms: ['HS256'], scopes: [] })) ?? '';
    };
    const ask = async (query: string, claims: string) => {
      const response = await fetch(`${served.origin}/cubejs-api/v1/load`, {
        method: 'POST',
        headers: { authorization: await tokenOf(claims), 'content-type': 'application/json' },
        body: JSON.stringify({ query: { ...JSON.parse(query), responseFormat: 'compact' } }),
      });
      return { status: response.status, body: (await response.json()) as Answer };
    };
    const uses = (kind: string) =>
      blocks.flatMap(({ use, text, line }) => {
        const [start, claims] = use.split(` ${kind}`);
        return start === name && claims !== undefined ? [{ text, line, claims }] : [];
      });

    const asked = uses('query');
    if (asked.length > 0) {
      it.each(asked)('answers line $line as the table says', async ({ text, line, claims }) => {
        // The contract allows `data` to be absent; a refusal has none and fails the comparison.
        const { data } = (await ask(text, claims)).body;
        expect(data && [data.members, ...data.dataset.map((row) => row.map((cell) => cell ?? 'NULL'))]).toEqual(
          tableAfter(page, line),
        );
      });
    }
    const refused = uses('refused');
    if (refused.length > 0) {
      it.each(refused)('refuses line $line with the answer for an unknown member', async ({ text, claims }) => {
        const { status, body } = await ask(text, claims);
        const unknown = expect.stringMatching(/^query\.unknown-(?:member|cube)$/);
        expect([status, body.problems?.map(({ code }) => code)]).toEqual([400, [unknown]]);
      });
    }
  });
}

interface Answer {
  readonly data?: { readonly members: readonly string[]; readonly dataset: readonly (readonly (string | null)[])[] };
  readonly problems?: readonly { readonly code: string }[];
}

/** The cells of the first table below a line, without the line under its header. */
function tableAfter(page: string, line: number): readonly (readonly string[])[] {
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
