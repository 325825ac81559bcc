import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOrrery } from '../../../packages/cli/src/command/run-orrery.ts';
import { installClients } from '../../../scripts/install-clients.ts';
import { type ServerProcess, startProcess } from '../../attacks/server-process.ts';

const here = import.meta.dirname;
const source = 'data_sources:\n  default:\n    type: duckdb\n';
const numbers = (sql: string) =>
  `cubes:\n  - name: numbers\n    sql: ${sql}\n    measures:\n      - { name: total, sql: n, type: sum }\n`;

describe('what `cubejs-cli deploy` is made of', () => {
  let root: string;
  let server: ServerProcess;
  let token: string;

  beforeAll(async () => {
    await installClients(here);
    root = await mkdtemp(join(tmpdir(), 'orrery-deploy-'));
    await write({ 'served/orrery.yml': source, 'served/model/numbers.yml': numbers('SELECT 1 AS n') });
    server = await startProcess(['--project', 'served', '--dev'], { directory: root });
    const key = await orrery('key', 'create', '--name', 'of the test');
    const made = await fetch(`${server.origin}/api/v1/deployments`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${key}`, 'content-type': 'application/json' },
      body: '{"name":"shop"}',
    });
    expect(made.status).toBe(200);
    token = await orrery('token', 'deploy', '--deployment', '2', '--url', server.origin);
  });

  afterAll(async () => {
    await server.stop();
    await rm(root, { recursive: true, force: true });
  });

  async function write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
  }

  async function orrery(...args: string[]): Promise<string> {
    const { code, output, errors } = await runOrrery([...args, '--dev'], { directory: root });
    if (code !== 0) throw new Error(errors);
    return output.trim();
  }

  async function total(): Promise<unknown> {
    const bearer = await orrery('token', '--deployment', '2');
    const answer = await fetch(`${server.origin}/d/2/cubejs-api/v1/load?query={"measures":["numbers.total"]}`, {
      headers: { authorization: bearer },
    });
    return JSON.parse(await answer.text()).data?.[0]['numbers.total'];
  }

  it('reads the token, uploads what has changed, and is told of a project that is broken', async () => {
    const { CubeCloudClient, Config, DeployController } = createRequire(join(here, 'package.json'))(
      '@cubejs-backend/cloud',
    );
    const config = new Config({ directory: root, home: join(root, 'home') });
    const { auth } = await config.addAuthToken(token);
    const place = await config.loadDotCubeCloud();
    expect(place).toEqual({ url: server.origin, deploymentId: 2 });
    const client = new CubeCloudClient({ ...auth[place.url], ...place });
    expect(await client.getDeploymentsList()).toEqual([{ id: 2, name: 'shop' }]);
    let uploaded: string[] = [];
    const deploy = async () => {
      uploaded = [];
      const hooks = { onUpload: (_: unknown, file: string) => uploaded.push(file) };
      return new DeployController(client, { envVariables: { REGION: 'north' } }, hooks).deploy(join(root, 'own'));
    };
    await write({
      'own/orrery.yml': source,
      'own/model/numbers.yml': numbers('SELECT 41 AS n'),
      'own/package.json': '{}',
      'own/.gitignore': 'node_modules\n',
    });
    expect((await deploy()).version).toMatchObject({ isActive: true, fileCount: 3 });
    expect(String(await total())).toBe('41');
    await write({ 'own/model/numbers.yml': numbers('SELECT 42 AS n') });
    await deploy();
    expect([uploaded.toSorted(), String(await total())]).toEqual([['.gitignore', 'model/numbers.yml'], '42']);
    await write({ 'own/model/more.js': 'cube(`more`, {})' });
    await expect(deploy()).rejects.toThrow('HTTP error! status: 400');
    expect(String(await total())).toBe('42');
  });
});
