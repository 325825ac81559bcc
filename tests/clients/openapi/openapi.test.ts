import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { specPaths } from '../../api-examples/spec-paths.ts';
import { ScimService } from '../../scim/scim-service.ts';
import { installClients } from '../../../scripts/install-clients.ts';

interface Finding {
  readonly ruleId?: string;
  readonly code?: string | number;
  readonly message: string;
  readonly path?: readonly (string | number)[];
}

const here = import.meta.dirname;
const descriptions = [...Object.values(specPaths), '/d/1/cubejs-api/v1/spec'];

/** Loads a package that only this folder installs. */
const load = (name: string) => import(pathToFileURL(join(here, 'node_modules', name)).href);

describe('the descriptions of APIs, read by the rules of others', () => {
  let service: ScimService;

  beforeAll(async () => {
    [service] = await Promise.all([ScimService.open('sqlite'), installClients(here)]);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const textOf = async (path: string) => (await fetch(`${service.served.origin}${path}`)).text();

  it.each(descriptions)('%s breaks no rule of Redocly, the strict ones included', async (path) => {
    const { createConfig, lintFromString } = await load('@redocly/openapi-core/lib/index.js');
    const config = await createConfig({ extends: ['recommended-strict'] });
    const found: readonly Finding[] = await lintFromString({ source: await textOf(path), config });
    expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it.each(descriptions)('%s breaks no rule of Spectral', async (path) => {
    const [{ default: core }, { default: rulesets }] = [
      await load('@stoplight/spectral-core/dist/index.js'),
      await load('@stoplight/spectral-rulesets/dist/index.js'),
    ];
    const spectral = new core.Spectral();
    spectral.setRuleset({ extends: [rulesets.oas] });
    const found: readonly Finding[] = await spectral.run(JSON.parse(await textOf(path)));
    expect(found.map(({ code, message, path }) => `${code}: ${message} (${path?.join(' ')})`)).toEqual([]);
  });

  it('name the server that they were asked at', async () => {
    const servers = await Promise.all(descriptions.map(async (path) => JSON.parse(await textOf(path)).servers[0].url));
    expect(servers).toEqual(['/', '/', '/', '/cubejs-api', '/d/1/cubejs-api']);
  });
});
