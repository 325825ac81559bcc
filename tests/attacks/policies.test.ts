import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtimeFor } from '../../packages/runtime/src/runtime-for.ts';
import { readProject } from '../../packages/config/src/project.ts';
import { answerKey } from '../../packages/runtime/src/answer/answer-key.ts';
import { AnswerService } from '../../packages/runtime/src/answer/answer-service.ts';
import { boundQuery } from '../../packages/runtime/src/question/bind-queries.ts';
import { RequestMemory } from '../../packages/runtime/src/query/request-memory.ts';
import { prepareQuery } from '../../packages/runtime/src/query/prepare-query.ts';
import { mintToken } from '../../packages/deployments/src/token/mint-token.ts';
import { type Answer, AttackedService } from './attacked-service.ts';

let service: AttackedService;

beforeAll(async () => {
  service = await AttackedService.open({ directory: join(import.meta.dirname, 'policies') });
});

afterAll(() => service?.[Symbol.asyncDispose]());

type Context = Readonly<Record<string, unknown>>;

const eu: Context = { cubeCloud: { groups: ['eu'] } };
const us: Context = { cubeCloud: { groups: ['us'] } };
const admin: Context = { cubeCloud: { groups: ['admin'] } };
const nobody: Context = {};

async function tokenOf(securityContext: Context): Promise<string> {
  const [deployment] = service.served.composition.deployments;
  if (!deployment) throw new Error('no deployment');
  const request = { deployment, securityContext, expiresInSeconds: 600, clock: Date };
  return (await mintToken(request, { algorithms: ['HS256'], scopes: [] })) ?? '';
}

/** Repeats a request, as clients do, until the answer is not "continue wait". */
async function ask(context: Context, query: object, path = 'load', more: object = {}): Promise<Answer> {
  const body = JSON.stringify(path === 'values' ? query : { query, ...more });
  const authorization = await tokenOf(context);
  for (;;) {
    const answer = await service.post(body, path, { authorization });
    if (answer.body?.error !== 'Continue wait') return answer;
  }
}

describe('a member denied by policies', () => {
  const places: Readonly<Record<string, object>> = {
    dimensions: { dimensions: ['people.NAME'] },
    'time dimensions': { measures: ['people.count'], timeDimensions: [{ dimension: 'people.NAME' }] },
    filters: { measures: ['people.count'], filters: [{ member: 'people.NAME', operator: 'set' }] },
    'nested filters': {
      measures: ['people.count'],
      filters: [{ or: [{ and: [{ member: 'people.NAME', operator: 'equals', values: ['1'] }] }] }],
    },
    segments: { measures: ['people.count'], segments: ['people.NAME'] },
    totals: { dimensions: ['people.NAME'], total: true },
  };

  it.each(Object.keys(places).flatMap((place) => ['load', 'sql', 'dry-run', 'explain'].map((path) => [place, path])))(
    'is treated as missing in %s of /v1/%s',
    async (place, path) => {
      const query = JSON.stringify(places[place]);
      const before = service.statements;
      const denied = await ask(us, JSON.parse(query.replaceAll('NAME', 'credit_value')), path);
      const absent = await ask(us, JSON.parse(query.replaceAll('NAME', 'absent_thing')), path);
      expect([denied.status, absent.status]).toEqual([400, 400]);
      expect(denied.text).toBe(absent.text.replaceAll('absent_thing', 'credit_value'));
      expect(service.statements).toBe(before);
    },
  );

  it('is missing in metadata, also in descriptions of other members', async () => {
    for (const query of ['', '?extended', '?onlyViews=true']) {
      const { text, status } = await service.get(`/cubejs-api/v1/meta${query}`, { authorization: await tokenOf(us) });
      expect(status).toBe(200);
      expect(text).not.toContain('credit');
      expect(text).not.toContain('people.rich');
    }
    const { text } = await ask(us, { measures: ['people.count'] });
    expect(text).not.toContain('credit');
    const all = await service.get('/cubejs-api/v1/meta?extended', { authorization: await tokenOf(admin) });
    expect(all.text).toContain('people.credit_value');
  });

  it('is hidden with its cube, and views over it, when no policy of the cube applies to the caller', async () => {
    const { text } = await service.get('/cubejs-api/v1/meta?extended', { authorization: await tokenOf(nobody) });
    expect(text).not.toContain('people');
    expect(text).toContain('orders.count');
    expect(text).not.toContain('orders.owner');
  });

  it('has no suggested values', async () => {
    const { status, body } = await ask(us, { member: 'people.credit_value' }, 'values');
    expect([status, body?.error]).toEqual([400, "'credit_value' not found for path 'people.credit_value'"]);
  });
});

const foreign = { eu: /u-|"US"/, us: /e-|"EU"/ };

describe('rows that policies hide from a caller', () => {
  it.each([
    { dimensions: ['people.name'] },
    { dimensions: ['people.name'], ungrouped: true },
    { dimensions: ['people.name', 'people.region'], total: true },
    { dimensions: ['people_view.name', 'people_view.region'] },
    { dimensions: ['orders.item', 'people.name'] },
    { measures: ['people.count'], dimensions: ['people.city'], order: { 'people.count': 'desc' }, limit: 1 },
    { dimensions: ['people.name'], filters: [{ member: 'people.count', operator: 'gte', values: ['1'] }] },
    {
      dimensions: ['people.name'],
      filters: [
        {
          or: [
            { member: 'people.region', operator: 'set' },
            { member: 'people.region', operator: 'notSet' },
          ],
        },
      ],
    },
    { dimensions: ['people.name'], filters: [{ member: 'people.region', operator: 'notEquals', values: ['x', 'y'] }] },
    { measures: ['people.count'], dimensions: ['people.name', 'people.made_at.month'] },
  ])('are in no answer to it, whoever asked before: %j', async (query) => {
    for (const cache of ['stale-if-slow', 'must-revalidate', 'no-cache']) {
      const [first, second] = await Promise.all([ask(eu, query, 'load', { cache }), ask(us, query, 'load', { cache })]);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(first.text).not.toMatch(foreign.eu);
      expect(second.text).not.toMatch(foreign.us);
      expect(second.text).not.toBe(first.text);
    }
  });

  it('are not counted', async () => {
    const counts = await Promise.all(
      [eu, us, admin].map(async (context) => {
        const { body } = await ask(context, { measures: ['people.count'], total: true });
        return body?.data?.[0]?.['people.count'];
      }),
    );
    expect(counts).toEqual(['2', '2', '4']);
    const having = { measures: ['people.count'], filters: [{ member: 'people.count', operator: 'gt', values: ['2'] }] };
    expect((await ask(us, having)).body?.data).toEqual([]);
    expect((await ask(admin, having)).body?.data).toHaveLength(1);
  });

  it('are neither suggested nor found', async () => {
    for (const request of [{ member: 'people.name' }, { member: 'people.name', search: '-' }]) {
      const [first, second] = await Promise.all([ask(eu, request, 'values'), ask(us, request, 'values')]);
      expect(JSON.parse(first.text).values).toEqual(['e-ann', 'e-dee']);
      expect(JSON.parse(second.text).values).toEqual(['u-ben', 'u-cai']);
    }
    const found = await ask(us, { member: 'people.name', search: 'e-ann' }, 'values');
    expect(JSON.parse(found.text)).toMatchObject({ values: [], complete: true });
    const behind = await ask(us, { member: 'people_view.name' }, 'values');
    expect(JSON.parse(behind.text).values).toEqual(['u-ben', 'u-cai']);
  });
});

describe('an answer', () => {
  const query = { dimensions: ['people.name'], measures: ['people.count'] };

  it('does not reveal whether it was computed for another caller before', async () => {
    const headersOf = async (context: Context, limit: number) => {
      const response = await fetch(
        `${service.served.origin}/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify({ ...query, limit }))}`,
        { headers: { authorization: await tokenOf(context), 'x-forwarded-proto': 'https' } },
      );
      const { lastRefreshTime, ...body } = (await response.json()) as { readonly lastRefreshTime?: unknown };
      expect(lastRefreshTime).toBeTypeOf('string');
      return { headers: [...response.headers.keys()].sort(), body };
    };
    const cold = await headersOf(us, 31);
    await headersOf(eu, 32); // as another caller and, if anything were shared, with an effect on every caller
    const warm = await headersOf(us, 32);
    expect(warm.headers).toEqual(cold.headers);
    expect(JSON.stringify(warm.body)).toBe(JSON.stringify(cold.body).replaceAll('31', '32'));
  });

  it('is never that of another caller with the same request id, also while it is computed', async () => {
    const slow = { measures: ['slow_people.count'] };
    const countOf = async (context: Context) => {
      const body = JSON.stringify({ query: slow });
      const headers = { authorization: await tokenOf(context), 'x-request-id': 'everybody-span-1' };
      for (;;) {
        const answer = await service.post(body, 'load', headers);
        if (answer.body?.error !== 'Continue wait') return answer.body?.data?.[0]?.['slow_people.count'];
      }
    };
    const [first, second, again, other] = await Promise.all([eu, us, eu, us].map(countOf));
    expect(first).not.toBe(second);
    expect([again, other]).toEqual([first, second]);
  });

  it('is not stopped by another caller who knows its request id', async () => {
    const body = JSON.stringify({ query: { measures: ['slow_people.count'], limit: 77 } });
    const headers = { authorization: await tokenOf(eu), 'x-request-id': 'mine-span-1' };
    const asked = service.post(body, 'load', headers);
    const response = await fetch(`${service.served.origin}/cubejs-api/v1/running-query/mine-span-1`, {
      method: 'DELETE',
      headers: { authorization: await tokenOf(us), 'x-forwarded-proto': 'https' },
    });
    expect([response.status, await response.json()]).toEqual([200, { result: [] }]);
    expect((await asked).body?.error).not.toBe('The query was cancelled');
  });

  it('a hundred identities that send the same query at once, ten times each, get their own answers', async () => {
    const asked = Array.from({ length: 100 }, async (_, index) => {
      const tenant = index + 1;
      const authorization = await tokenOf({ cubeCloud: { userAttributes: { tenant } } });
      const path = `/cubejs-api/v1/load?query=${encodeURIComponent('{"dimensions":["tenants.name"],"measures":["tenants.count"]}')}`;
      return Promise.all(
        Array.from({ length: 10 }, async () => {
          for (;;) {
            const answer = await service.get(path, { authorization });
            if (answer.body?.error !== 'Continue wait') return [tenant, answer.body?.data] as const;
          }
        }),
      );
    });
    for (const [tenant, data] of (await Promise.all(asked)).flat())
      expect(data).toEqual([{ 'tenants.name': `t-${tenant}-`, 'tenants.count': '3' }]);
  });

  it('a hundred identities with a thousand equal queries each, all at once, share only their own answers', async () => {
    const answers = new AnswerService({ cacheBytes: 2 ** 24, clock: Date, isEnding: () => true });
    const { runtime } = service.served.composition;
    const wire = { dimensions: ['tenants.name'] };
    const asked = Array.from({ length: 100 }, async (_, index) => {
      const tenant = index + 1;
      const securityContext = { cubeCloud: { userAttributes: { tenant } } };
      const own = await runtimeFor(runtime, securityContext);
      const prepared = prepareQuery(wire, own, Date.now());
      const request = {
        question: boundQuery(prepared, { format: 'compact', countsTotal: false }, own),
        context: { kind: 'caller', securityContext },
        runtime: own,
        cacheMode: 'stale-if-slow',
        tenant: String(tenant),
        owner: String(tenant),
        signal: new AbortController().signal,
      } as const;
      return Promise.all(Array.from({ length: 1000 }, async () => [tenant, await answers.answer(request)] as const));
    });
    const outcomes = (await Promise.all(asked)).flat();
    expect(outcomes).toHaveLength(100_000);
    const wrong = outcomes.filter(([tenant, outcome]) => {
      if (outcome.kind !== 'answer') return true;
      const text = Buffer.concat(outcome.answer.data).toString();
      return !text.includes(`"t-${tenant}-"`) || text.match(/t-\d+-/g)?.length !== 1;
    });
    expect(wrong).toEqual([]);
    expect(new Set(outcomes.map(([, outcome]) => outcome.kind === 'answer' && outcome.answer)).size).toBe(100);
  });
});

describe('a mask that reads its caller', () => {
  it('is computed for each caller, and cached for no other', async () => {
    const wordOf = async (own: string) => {
      const { text, body } = await ask({ own }, { dimensions: ['veiled.word'] });
      expect(text).not.toContain('e-u-x');
      return body?.data?.[0]?.['veiled.word'];
    };
    expect([await wordOf('mine'), await wordOf('other'), await wordOf('mine')]).toEqual(['mine', 'none', 'mine']);
  });
});

describe('a user of the account', () => {
  const by = { via: 'app' } as const;

  it('has the rights of the moment of the request, not of the moment the token was signed', async () => {
    const { changes, accountId, users, groups, attributes } = service.served.composition.metadata;
    const ann = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    await changes.changeRights({ accountId, by }, (change) =>
      attributes.create(change, { name: 'tenant', type: 'number', defaultValue: '7' }),
    );
    const context = { cubeCloud: { user: ann.id } };
    const names = { dimensions: ['people.name'] };
    expect((await ask(context, names)).status).toBe(400);
    const eus = await changes.changeRights({ accountId, by }, (change) =>
      groups.create(change, { name: 'eu', members: { add: [ann.id] } }),
    );
    expect((await ask(context, names)).text).toContain('e-ann');
    const { body } = await ask(context, { dimensions: ['tenants.name'] });
    expect(body?.data).toEqual([{ 'tenants.name': 't-7-' }]);
    await changes.changeRights({ accountId, by }, (change) =>
      groups.update(change, eus.id, { members: { exactly: [] } }),
    );
    const [denied, meta] = [await ask(context, names), await tokenOf(context)];
    expect(denied.status).toBe(400);
    expect((await service.get('/cubejs-api/v1/meta', { authorization: meta })).text).not.toContain('people.name');
    await changes.changeRights({ accountId, by }, (change) => users.update(change, ann.id, { status: 'deactivated' }));
    expect((await ask(context, { measures: ['orders.count'] })).status).toBe(401);
  });

  it.each([{ user: 999_999 }, { user: 1, groups: ['admin'] }, { user: 'admin' }, { groups: 'admin' }, []])(
    'is not accepted when the account does not know them: %j',
    async (cubeCloud) => {
      for (const path of ['load', 'sql', 'dry-run', 'explain']) {
        const { status, text } = await ask({ cubeCloud }, { measures: ['orders.count'] }, path);
        expect(status).toBe(401);
        expect(text).not.toContain('cubeCloud');
      }
    },
  );
});

describe('the identity of a caller', () => {
  it.each(['context_to_app_id', 'context_to_orchestrator_id', 'context_to_groups', 'schema_version'])(
    'is fixed by the token: %s cannot be set',
    async (key) => {
      const yaml = `data_sources: { default: { type: duckdb } }\n${key}: tenant\n`;
      const directory = await mkdtemp(join(tmpdir(), 'orrery-identity-'));
      try {
        await writeFile(join(directory, 'orrery.yml'), yaml);
        expect(() => readProject(directory, {})).toThrow(`Unknown key '${key}'`);
      } finally {
        await rm(directory, { recursive: true });
      }
    },
  );

  it('is part of the cache key of an answer as far as policies read it, and no further', async () => {
    const { runtime } = service.served.composition;
    const keyFor = async (context: Context, more: object = {}) => {
      const own = await runtimeFor(runtime, context);
      const prepared = prepareQuery({ dimensions: ['people.name'] }, own, 0);
      const shape = { format: 'compact', countsTotal: false } as const;
      const caller = { kind: 'caller', securityContext: context } as const;
      const access = { ...prepared.access, ...more };
      return answerKey(
        { question: boundQuery({ ...prepared, access }, shape, own), context: caller, runtime: own },
        new RequestMemory(),
      );
    };
    expect(await keyFor(eu, { hidden: new Set(['people.name']) })).not.toBe(await keyFor(eu));
    expect(await keyFor(eu, {})).toBe(await keyFor(eu));
    expect(await keyFor(eu)).not.toBe(await keyFor(us));
    expect(await keyFor({ ...eu, sub: 'ann' })).toBe(await keyFor({ ...eu, sub: 'bob' }));
  });
});

describe('metadata', () => {
  it('has an ETag of its own for each set of visible members, which never matches another set', async () => {
    const etagOf = async (context: Context) => {
      const authorization = await tokenOf(context);
      const response = await fetch(`${service.served.origin}/cubejs-api/v1/meta`, {
        headers: { authorization, 'x-forwarded-proto': 'https' },
      });
      return response.headers.get('etag') ?? '';
    };
    const [first, second] = [await etagOf(eu), await etagOf(us)];
    expect(first).not.toBe(second);
    expect(await etagOf({ ...eu, sub: 'another' })).toBe(first);
    const authorization = await tokenOf(us);
    const { status } = await service.get('/cubejs-api/v1/meta', { authorization, 'if-none-match': first });
    expect(status).toBe(200);
  });
});
