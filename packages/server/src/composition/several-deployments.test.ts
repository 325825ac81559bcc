import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { EngineCancelled } from '@orrery/engines';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Composition, compose } from './compose.ts';
import { readProject } from '../../../config/src/project.ts';
import { readSettings } from '../../../config/src/settings.ts';
import { mintToken } from '../../../deployments/src/token/mint-token.ts';
import { eventually } from '../../../../tests/eventually.ts';

const clock = { now: () => 1_770_000_000_000 };
const installationSecret = 'the-secret-an-operator-set-for-the-installation';
const secondSecret = 'the-secret-of-the-second-deployment-alone';
const environment = { ORRERY_API_SECRET: installationSecret, ORRERY_JWT_AUDIENCE: 'shop' };

let directory: string;
let composition: Composition;
let storedSecret: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-deployments-'));
  const settings = readSettings({ flags: { dev: true }, environment, directory });
  composition = await compose({ settings, project: project('first'), log: pino({ level: 'silent' }), clock });
  storedSecret = composition.deployments[0]?.apiSecret ?? '';
});

afterEach(async () => {
  await composition.close();
  rmSync(directory, { recursive: true });
});

/** A project with one cube, named as the project is; its measure `forever` ends by being stopped only. */
function project(name: string) {
  const model = `cubes:
  - name: ${name}
    sql: SELECT a.range * b.range AS product FROM range(10000000) a, range(10000000) b
    measures:
      - { name: forever, type: sum, sql: product }
  - name: ${name}_few
    sql: SELECT 1 AS id
    measures:
      - { name: count, type: count }
`;
  const files = {
    'orrery.yml': 'data_sources:\n  default:\n    type: duckdb\n    allow: []\nquery:\n  concurrency: 2\n',
    'model/cubes.yml': model,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name, path)), { recursive: true });
    writeFileSync(join(directory, name, path), text);
  }
  return readProject(join(directory, name), {});
}

const openSecond = (apiSecret = secondSecret) => composition.openDeployment({ id: 2, apiSecret }, project('second'));

async function sign(apiSecret: string, audience?: string): Promise<string> {
  const request = { deployment: { apiSecret }, securityContext: {}, expiresInSeconds: 600, clock };
  const aud = audience === undefined ? {} : { audience };
  return (await mintToken(request, { algorithms: ['HS256'], scopes: [], ...aud })) ?? '';
}

const firstToken = () => sign(installationSecret, 'shop');
const secondToken = () => sign(secondSecret);

const meta = (id: number, authorization: string) =>
  composition.app.inject({ url: `/d/${id}/cubejs-api/v1/meta`, headers: { authorization } });

const load = (id: number, authorization: string, measure: string, limit = 100) =>
  composition.app.inject({
    method: 'POST',
    url: `/d/${id}/cubejs-api/v1/load`,
    headers: { authorization },
    payload: { query: { measures: [measure], limit } },
  });

describe('a deployment opened while the process serves', () => {
  it('answers at its own address, from its own model and data', async () => {
    expect((await meta(2, await secondToken())).statusCode).toBe(404);
    await openSecond();
    const answer = await load(2, await secondToken(), 'second_few.count');
    expect([answer.statusCode, answer.json().data]).toEqual([200, [{ 'second_few.count': '1' }]]);
    expect((await load(2, await secondToken(), 'first_few.count')).statusCode).toBe(400);
    expect((await load(1, await firstToken(), 'first_few.count')).statusCode).toBe(200);
  });

  it('makes requests wait until it is open', async () => {
    const opening = openSecond();
    expect((await meta(2, await secondToken())).statusCode).toBe(200);
    await opening;
  });

  it('follows its own files', async () => {
    const runtime = await openSecond();
    const { version } = composition.runtime.model;
    writeFileSync(join(directory, 'second/model/more.yml'), 'cubes:\n  - name: more\n    sql: SELECT 1 AS id\n');
    await eventually(() => expect(runtime.model.index.pieces.size).toBe(3));
    expect(composition.runtime.model.version).toBe(version);
  });

  it('leaves a taken number to its current deployment', async () => {
    await openSecond();
    await expect(openSecond('a-secret-of-somebody-else-altogether')).rejects.toThrow("'2' is served already");
    await expect(composition.openDeployment({ id: 1, apiSecret: secondSecret }, project('second'))).rejects.toThrow();
    expect((await meta(2, await secondToken())).statusCode).toBe(200);
    expect((await meta(1, await firstToken())).statusCode).toBe(200);
  });

  it('that cannot open is not served', async () => {
    const broken = project('broken');
    rmSync(broken.modelDirectory, { recursive: true });
    await expect(composition.openDeployment({ id: 2, apiSecret: secondSecret }, broken)).rejects.toThrow();
    expect((await meta(2, await secondToken())).statusCode).toBe(404);
    await openSecond();
    expect((await meta(2, await secondToken())).statusCode).toBe(200);
  });
});

describe('a token', () => {
  it('is accepted by the deployment whose secret signed it; tokens of the installation by the first one', async () => {
    await openSecond();
    const cases = [
      { by: 'second', token: await secondToken(), first: 401, second: 200 },
      { by: 'second, for the audience of the first', token: await sign(secondSecret, 'shop'), first: 401, second: 200 },
      { by: 'installation', token: await firstToken(), first: 200, second: 401 },
      { by: 'installation, for nobody', token: await sign(installationSecret), first: 401, second: 401 },
      { by: 'stored secret, replaced', token: await sign(storedSecret, 'shop'), first: 401, second: 401 },
    ];
    const answered = cases.map(async ({ by, token }) => {
      const [first, second] = await Promise.all([meta(1, token), meta(2, token)]);
      return { by, token, first: first.statusCode, second: second.statusCode };
    });
    expect(await Promise.all(answered)).toEqual(cases);
  });

  it('of another deployment gives access to no model and no data', async () => {
    const second = await openSecond();
    const looks = [second, composition.runtime].flatMap((runtime) => [
      vi.spyOn(runtime, 'model', 'get'),
      vi.spyOn(runtime.sources, 'rows'),
      vi.spyOn(runtime, 'queueOf'),
    ]);
    const answers = await Promise.all([
      load(2, await firstToken(), 'second_few.count'),
      load(1, await secondToken(), 'first_few.count'),
      meta(2, await firstToken()),
      meta(1, await secondToken()),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401]);
    for (const look of looks) expect(look).not.toHaveBeenCalled();
  });

  it('is not read when the deployment does not exist', async () => {
    const answers = await Promise.all([meta(2, ''), meta(2, 'none'), meta(2, await firstToken())]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  });

  it('signed with a former secret is refused once the deployment has opened with another one', async () => {
    await openSecond();
    const before = await secondToken();
    expect((await meta(2, before)).statusCode).toBe(200);
    await composition.closeDeployment(2);
    await openSecond('the-next-secret-of-the-second-deployment');
    expect((await meta(2, before)).statusCode).toBe(401);
  });
});

describe('a deployment closed while the process serves', () => {
  it('is not found any more, and the others keep running', async () => {
    await openSecond();
    const token = await secondToken();
    expect((await meta(2, token)).statusCode).toBe(200);
    await composition.closeDeployment(2);
    expect((await meta(2, token)).statusCode).toBe(404);
    expect((await load(2, token, 'second_few.count')).statusCode).toBe(404);
    expect((await load(1, await firstToken(), 'first_few.count')).statusCode).toBe(200);
  });

  it('cancels its running and waiting queries, and none of the others', async () => {
    const second = await openSecond();
    const runs = [composition.runtime, second].map((runtime) => vi.spyOn(runtime.sources, 'rows'));
    const lines = vi.spyOn(second, 'queueOf');
    let haveOthersEnded = false;
    const others = load(1, await firstToken(), 'first.forever').finally(() => (haveOthersEnded = true));
    const token = await secondToken();
    const own = [load(2, token, 'second.forever'), load(2, token, 'second.forever', 7)];
    await eventually(() => {
      for (const run of runs) expect(run).toHaveBeenCalledOnce();
      expect(lines).toHaveBeenCalledTimes(2);
    });
    await composition.closeDeployment(2);

    await expect(runs[1]?.mock.results[0]?.value).rejects.toMatchObject({ cause: expect.any(EngineCancelled) });
    for (const answer of await Promise.all(own)) {
      expect([answer.statusCode, answer.json().error]).toEqual([503, 'The deployment is being closed']);
    }
    expect((await meta(1, await firstToken())).statusCode).toBe(200);
    expect(haveOthersEnded).toBe(false);
    await composition.closeDeployment(1);
    expect((await others).statusCode).toBe(503);
  });
});
