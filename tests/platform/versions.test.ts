import { tmpdir } from 'node:os';
import {
  platformErrorSchema,
  projectCheckSchema,
  projectVersionSchema,
  projectVersionsSchema,
  uploadedProjectVersionSchema,
} from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectOf } from '../../packages/deployments/src/version/project-for-test.ts';
import { zipOf, type ZippedFile } from '../../packages/deployments/src/version/zip-for-test.ts';
import { ScimService } from '../scim/scim-service.ts';
import { storeKinds } from '../servers/store-place.ts';
import { changeVersions } from '../change-versions.ts';

const secret = 'canary-of-the-process-91ce';
const broken = { 'model/more.yml': 'cubes:\n  - name: more\n    sql_tabel: x\n' };

describe.each(storeKinds)('projects over the Platform API, on %s', (kind) => {
  let service: ScimService;
  let made = 0;

  beforeAll(async () => {
    process.env['ORRERY_TEST_CANARY'] = secret;
    service = await ScimService.open(kind);
  });

  afterAll(async () => {
    delete process.env['ORRERY_TEST_CANARY'];
    await service[Symbol.asyncDispose]();
  });

  interface Ask {
    readonly key?: string;
    readonly body?: Buffer | object;
    readonly type?: string;
  }

  async function ask(method: string, path: string, { key = service.key, body, type }: Ask = {}) {
    const isArchive = Buffer.isBuffer(body);
    const contentType = type ?? (isArchive ? 'application/zip' : 'application/json');
    const response = await fetch(`${service.served.origin}/api/v1${path}`, {
      method,
      headers: {
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        ...(body ? { 'content-type': contentType } : {}),
      },
      ...(body ? { body: isArchive ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const json = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) expect(platformErrorSchema.parse(json).statusCode).toBe(response.status);
    return { status: response.status, json, text };
  }

  async function deployment(): Promise<string> {
    const { status, json } = await ask('POST', '/deployments', { body: { name: `deployment ${++made}` } });
    expect(status).toBe(200);
    return `/deployments/${json.id}`;
  }

  async function upload(place: string, archive: Buffer, query = '') {
    const { status, json, text } = await ask('POST', `${place}/versions${query}`, { body: archive });
    expect([status, text]).toEqual([200, text]);
    return uploadedProjectVersionSchema.parse(json);
  }

  const activate = (place: string, id: number, slash = '') => ask('POST', `${place}/versions/${id}/activate${slash}`);

  async function total(place: string): Promise<unknown> {
    const { cubeApiToken } = (await ask('POST', `${place}/token`)).json;
    const id = place.split('/').at(-1);
    const response = await fetch(`${service.served.origin}/d/${id}/cubejs-api/v1/load`, {
      method: 'POST',
      headers: { authorization: cubeApiToken, 'content-type': 'application/json' },
      body: JSON.stringify({ query: { measures: ['numbers.total'] } }),
    });
    const { data } = (await response.json()) as { data?: readonly Readonly<Record<string, unknown>>[] };
    return data?.[0]?.['numbers.total'] ?? response.status;
  }

  it('are uploaded, activated, served, and rolled back', async () => {
    const place = await deployment();
    const first = await upload(place, projectOf([1, 2]), '?message=The%20first');
    expect(first).toMatchObject({
      version: { message: 'The first', createdBy: service.adminId, fileCount: 3, isActive: false },
      check: { isValid: true, problems: [], counts: { cubes: 1, views: 0, members: 1 } },
    });
    expect(await total(place)).toBe(503);
    expect(projectVersionSchema.parse((await activate(place, first.version.id)).json).isActive).toBe(true);
    expect(await total(place)).toBe('3');
    const second = await upload(place, projectOf([10, 20]));
    expect(await total(place)).toBe('3');
    expect((await activate(place, second.version.id, '/')).status).toBe(200);
    expect(await total(place)).toBe('30');
    const back = await ask('POST', `${place}/versions/rollback/`);
    expect([back.status, projectVersionSchema.parse(back.json).id]).toEqual([200, first.version.id]);
    expect(await total(place)).toBe('3');
    expect((await ask('POST', `${place}/versions/rollback`)).status).toBe(409);
    expect((await ask('DELETE', `${place}/versions/${first.version.id}`)).status).toBe(409);
    expect((await ask('DELETE', `${place}/versions/${second.version.id}/`)).status).toBe(204);
    expect((await ask('GET', `${place}/versions/${second.version.id}`)).status).toBe(404);
    expect(await total(place)).toBe('3');
  });

  it('that are broken are shown with their problems, and are not served', async () => {
    const place = await deployment();
    const good = await upload(place, projectOf([5]));
    await activate(place, good.version.id);
    const { version, check } = await upload(place, projectOf([6], broken));
    expect(check).toMatchObject({ isValid: false, problems: [{ file: 'model/more.yml', line: 3 }] });
    const validated = await ask('POST', `${place}/versions/${version.id}/validate`);
    expect(projectCheckSchema.parse(validated.json)).toEqual(check);
    const refused = await activate(place, version.id);
    expect([refused.status, refused.json.details]).toEqual([
      409,
      [{ path: 'model/more.yml:3', message: check.problems[0]?.message }],
    ]);
    expect(await total(place)).toBe('5');
  });

  it('that fail their own access tests are not served', async () => {
    const place = await deployment();
    const tests = 'tests:\n  - { name: nobody, as: {}, must_not_see: [numbers.total] }\n';
    const { version, check } = await upload(place, projectOf([6], { 'access_tests/a.yml': tests }));
    expect(check).toMatchObject({ isValid: false, problems: [{ file: 'access_tests/a.yml' }] });
    expect((await activate(place, version.id)).status).toBe(409);
    expect(await total(place)).toBe(503);
  });

  it('are listed in pages, oldest first', async () => {
    const place = await deployment();
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await upload(place, projectOf([n]))).version.id);
    const list = async (query: string) =>
      projectVersionsSchema.parse((await ask('GET', `${place}/versions${query}`)).json);
    const page = await list('?first=2');
    expect([page.items.map(({ id }) => id), page.pageInfo.hasNextPage]).toEqual([ids.slice(0, 2), true]);
    const rest = await list(`/?first=2&after=${page.pageInfo.endCursor}`);
    expect([rest.items.map(({ id }) => id), rest.pageInfo.hasNextPage]).toEqual([ids.slice(2), false]);
    expect((await ask('GET', `${place}/versions?after=x`)).status).toBe(400);
    expect((await ask('GET', `${place}/versions/one`)).status).toBe(400);
  });

  const link: ZippedFile = { name: 'data/link', text: '/etc/passwd', mode: 0o120777 };
  const settings: ZippedFile = { name: 'orrery.yml', text: 'data_sources: {}' };

  it.each([
    [
      '41: a path that leads out',
      zipOf([settings, { name: '../out.yml', text: 'x' }]),
      400,
      'leads out of the archive',
    ],
    ['41: a link', zipOf([settings, link]), 400, 'is a link'],
    ['44: a file that unpacks to more than it says', zipOf([settings, bomb()]), 400, 'not what the archive says'],
    ['44: more than there may be', zipOf([settings, { name: 'b', says: { size: 2 ** 31 } }]), 400, 'unpacks to more'],
    ['a hidden file', zipOf([settings, { name: '.orrery/master.key', text: 'x' }]), 400, 'is hidden'],
    ['no archive', Buffer.from('{}'), 400, 'cannot be read as ZIP'],
    ['nothing', Buffer.alloc(0), 400, 'cannot be read as ZIP'],
    ['44: a body beyond the bounds', Buffer.alloc(32 * 1024 * 1024 + 1), 413, 'too large'],
  ] as const)('%s is refused, and nothing is kept', async (_, archive, status, message) => {
    const place = await deployment();
    const body = archive.length === 0 ? { type: 'application/zip' } : { body: archive };
    const answer =
      archive.length === 0
        ? await ask('POST', `${place}/versions`, { ...body, body: Buffer.alloc(0) })
        : await ask('POST', `${place}/versions`, body);
    expect([answer.status, answer.json.message]).toEqual([status, expect.stringContaining(message)]);
    expect((await ask('GET', `${place}/versions`)).json.items).toEqual([]);
  });

  it('are sent with their own media type', async () => {
    const place = await deployment();
    for (const type of ['application/json', 'application/gzip', 'text/plain']) {
      const { status } = await ask('POST', `${place}/versions`, {
        body: type.endsWith('json') ? {} : projectOf([1]),
        type,
      });
      expect([type, status]).toEqual([type, 415]);
    }
    const archive = projectOf([1]);
    expect((await ask('POST', `${place}/versions?message=${'x'.repeat(501)}`, { body: archive })).status).toBe(400);
  });

  it('43: read no variable of the process, and do not show those of the deployment', async () => {
    const place = await deployment();
    const value = 'value-of-a-variable-7c1d';
    await ask('PUT', `${place}/variables`, { body: { variables: [{ name: 'SECRET', value }] } });
    const source = (text: string) => `data_sources:\n  default:\n    type: duckdb\n    database: "${text}"\n`;
    const answers = [
      await upload(place, projectOf([1], { 'orrery.yml': source('${ORRERY_TEST_CANARY}') })),
      await upload(place, projectOf([1], { 'orrery.yml': source('${SECRET}') })),
      await upload(place, projectOf([1], { 'orrery.yml': `${source('${PATH}')}branches: { x: "\${SECRET}" }\n` })),
    ];
    for (const { check, version } of answers) {
      expect(check.isValid).toBe(false);
      const said = `${JSON.stringify(check)}${(await activate(place, version.id)).text}`;
      expect([said.includes(secret), said.includes(value), said.includes(tmpdir())]).toEqual([false, false, false]);
    }
    expect(answers[0]?.check.problems).toEqual([
      expect.objectContaining({ message: "The variable 'ORRERY_TEST_CANARY' is not set." }),
    ]);
  });

  it('41, 34: that read files of the machine are not served', async () => {
    const place = await deployment();
    const attacks = [
      '    allow: [/etc]',
      '    allow: ["../.."]',
      '    database: ../../../metadata.db',
      '    init: ["COPY (SELECT 1) TO \'data/out.csv\'"]',
      '    init: ["CREATE TEMP VIEW v AS SELECT 1; INSTALL httpfs"]',
    ];
    for (const attack of attacks) {
      const text = `data_sources:\n  default:\n    type: duckdb\n${attack}\n`;
      const { check, version } = await upload(place, projectOf([1], { 'orrery.yml': text }));
      expect([attack, check.isValid]).toEqual([attack, false]);
      expect((await activate(place, version.id)).status).toBe(409);
    }
    // The engine finds and refuses an access that the text of a statement does not show.
    const hidden = '    allow: [data]\n    init: ["CREATE TEMP VIEW numbers AS SELECT * FROM duckdb_settings()"]';
    const text = `data_sources:\n  default:\n    type: duckdb\n${hidden}\n`;
    const { version } = await upload(place, projectOf([1], { 'orrery.yml': text }));
    await activate(place, version.id);
    expect(typeof (await total(place))).toBe('number'); // the status of a refusal
    const outside = projectOf([1], { 'model/numbers.yml': cubeOf("read_text('/etc/passwd')") });
    await activate(place, (await upload(place, outside)).version.id);
    expect(typeof (await total(place))).toBe('number');
  });

  it('are only for callers with the right, in deployments of their key', async () => {
    const place = await deployment();
    const { version } = await upload(place, projectOf([1]));
    const id = Number(place.split('/').at(-1));
    const one = `${place}/versions/${version.id}`;
    const reads = [`GET ${place}/versions`, `GET ${one}`, `POST ${one}/validate`];
    const writes = [
      `POST ${place}/versions`,
      `POST ${one}/activate`,
      `POST ${place}/versions/rollback`,
      `DELETE ${one}`,
    ];
    const statusOf = async (route: string, key: string) => {
      const [method = '', path = ''] = route.split(' ');
      return (await ask(method, path, { key, ...(route === writes[0] ? { body: projectOf([1]) } : {}) })).status;
    };
    const { changes, roles, accountId, users } = service.metadata;
    const name = `Readers ${kind}`;
    const policies = [{ deployments: [id], actions: ['SchemaRead'] }] as const;
    const role = await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      roles.create(change, { name, base: 'developer', actions: [], policies }),
    );
    const wanted = { username: `reader-${kind}`, role: 'viewer', customRoles: [role.id] } as const;
    const reader = await service.keyOf(
      await changes.changeRights({ accountId, by: { via: 'command' } }, (change) => users.create(change, wanted)),
    );
    const viewer = await service.keyOf('viewer');
    const elsewhere = await service.keyOf({ id: service.adminId }, [1]);
    for (const route of [...reads, ...writes]) {
      expect([route, await statusOf(route, ''), await statusOf(route, viewer)]).toEqual([route, 401, 403]);
      expect([route, await statusOf(route, elsewhere)]).toEqual([route, 403]);
    }
    for (const route of reads) expect([route, await statusOf(route, reader)]).toEqual([route, 200]);
    for (const route of writes) expect([route, await statusOf(route, reader)]).toEqual([route, 403]);
    const developer = await service.keyOf('developer');
    expect([await statusOf(writes[0] ?? '', developer), await statusOf(writes[3] ?? '', developer)]).toEqual([
      200, 204,
    ]);
  });

  it('25: of another deployment or account are treated as missing', async () => {
    const [mine, other] = [await deployment(), await deployment()];
    const { version } = await upload(mine, projectOf([1]));
    const { changes, accounts, deployments } = service.metadata;
    const account = await accounts.create(`other-${kind}`);
    const theirs = await changes.changeRights({ accountId: account.id, by: { via: 'command' } }, (change) =>
      deployments.create(change, 'Theirs'),
    );
    const archive = { archive: projectOf([1]) };
    const author = { accountId: account.id, by: { via: 'command' } } as const;
    const foreign = await changeVersions(service.metadata).upload(author, theirs.id, archive);
    const shapes = new Set<string>();
    for (const [place, id] of [
      [other, version.id],
      [mine, 999_999],
      [mine, foreign.version.id],
      [`/deployments/${theirs.id}`, foreign.version.id],
      ['/deployments/999999', version.id],
    ] as const) {
      for (const [method, rest] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/validate'],
        ['POST', '/activate'],
      ] as const) {
        const { status, json } = await ask(method, `${place}/versions/${id}${rest}`);
        expect([method, place, rest, status]).toEqual([method, place, rest, 404]);
        shapes.add(Object.keys(json).join());
      }
    }
    expect(shapes.size).toBe(1);
    expect((await ask('GET', `${mine}/versions/${version.id}`)).status).toBe(200);
  });

  it('of the project folder have no versions, and accept none', async () => {
    expect((await ask('GET', '/deployments/1/versions')).json.items).toEqual([]);
    const { status, json } = await ask('POST', '/deployments/1/versions', { body: projectOf([1]) });
    expect([status, json.message]).toEqual([409, expect.stringContaining('made of the project folder')]);
    expect((await ask('POST', '/deployments/1/versions/rollback')).status).toBe(409);
  });
});

function bomb(): ZippedFile {
  return { name: 'data/bomb', text: Buffer.alloc(20_000_000), says: { size: 100 } };
}

function cubeOf(table: string): string {
  return [
    'cubes:',
    '  - name: numbers',
    `    sql: SELECT length(content) AS n FROM ${table}`,
    '    measures:',
    '      - { name: total, type: sum, sql: n }',
  ].join('\n');
}
