import { compileModel, indexModel } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { readSettings, type Settings } from '../../../config/src/settings.ts';
import type { HealthPartName } from '../../../server/src/http/shared-check.ts';
import { banner } from './banner.ts';

const cube = `
cubes:
  - name: people
    sql_table: people
    measures: [{ name: count, type: count }]
`;

function bannerOf(
  text: string,
  down: readonly HealthPartName[] = [],
  {
    hasStartKey,
    ...changes
  }: { readonly hasStartKey: boolean; readonly formerDataDirectory?: string; readonly http?: Settings['http'] } = {
    hasStartKey: true,
  },
): string {
  const { build } = compileModel([{ path: 'people.yml', text }]);
  const settings = readSettings({ flags: { dev: true }, environment: {}, directory: '/' });
  const model = { index: indexModel(build.pieces), build, version: 'v' };
  const origin = 'http://localhost:4000';
  return banner({
    settings: { ...settings, ...changes },
    projectName: 'p',
    model,
    origin,
    token: 'a.b.c',
    firstKey: undefined,
    startKey: hasStartKey ? 'k-1' : undefined,
    down,
  });
}

it('says what the example token sees when the model has policies, and how to get another token', () => {
  const text = bannerOf(`${cube}    access_policy: [{ group: "*" }, { group: sales }]\n`);
  expect(text).toContain('this token sees only what they grant to everybody');
  expect(text).toContain(`orrery token --context '{"cubeCloud":{"groups":["sales"]}}'`);
  expect(bannerOf(cube)).not.toContain('policies');
});

it('begins with the address that signs somebody in, only where there is a key', () => {
  expect(bannerOf(cube).split('\n')[0]).toBe(
    '  Open       http://localhost:4000/start#key=k-1  (signs you in, on this machine)',
  );
  expect(bannerOf(cube, [], { hasStartKey: false })).not.toContain('/start');
});

it('prints the address of each API', () => {
  const text = bannerOf(cube);
  for (const path of [
    '/cubejs-api/v1',
    '/d/1/cubejs-api/v1',
    '/api/v1',
    '/api/docs',
    '/api/scim/v2',
    '/api/mcp',
    '/readyz',
  ]) {
    expect(text).toContain(`http://localhost:4000${path}`);
  }
});

it('says which part is down', () => {
  const broken = cube.replace('sql_table', 'sql_tabel');
  const text = bannerOf(broken, ['model']);
  expect(text).toContain('Attention  the model has 1 problem; orrery check names them');
  expect(text).toContain('Attention  no query can be answered');
  expect(text).not.toContain('data source');
  expect(bannerOf(cube, ['default data source'])).toContain('Attention  the default data source does not answer');
  expect(bannerOf(cube, ['metadata store'])).toContain('Attention  the metadata store does not answer');
});

it('says where the data is, and how to move what an earlier version kept in the current folder', () => {
  expect(bannerOf(cube)).toMatch(/  Data       .*\/examples\/shop\/\.orrery\n/);
  const text = bannerOf(cube, [], { hasStartKey: true, formerDataDirectory: '/work/.orrery' });
  const data = /  Data       (.*)/.exec(text)?.[1];
  expect(text).toContain(`mv '${data}' '${data}.new' && mv '/work/.orrery' '${data}'`);
});

it('says that a server listens on all addresses, where no public URL names one', () => {
  const listening = (host: string, publicUrl?: string) => {
    const flags = { host, ...(publicUrl ? { 'public-url': publicUrl } : {}) };
    const { http } = readSettings({ flags, environment: {}, directory: '/' });
    return bannerOf(cube, [], { hasStartKey: false, http });
  };
  for (const host of ['0.0.0.0', '::']) {
    expect(listening(host)).toContain('Listens    on every address of this machine; --public-url names the one');
    expect(listening(host, 'https://data.example.com')).not.toContain('Listens');
  }
  expect(listening('127.0.0.1')).not.toContain('Listens');
});
