import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintToken } from '../../packages/server/src/http/mint-token.ts';
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

/** As clients do: asks again for as long as it is told to wait. */
async function ask(context: Context, query: object, path = 'load', more: object = {}): Promise<Answer> {
  const body = JSON.stringify(path === 'values' ? query : { query, ...more });
  const authorization = await tokenOf(context);
  for (;;) {
    const answer = await service.post(body, path, { authorization });
    if (answer.body?.error !== 'Continue wait') return answer;
  }
}

describe('a member that policies deny', () => {
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
    'is, in %s of /v1/%s, what there is not',
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

  it('stands in no metadata, nor in what belongs to other members', async () => {
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

  it('takes a cube without any policy for its caller out of the metadata, and views over it', async () => {
    const { text } = await service.get('/cubejs-api/v1/meta?extended', { authorization: await tokenOf(nobody) });
    expect(text).not.toContain('people');
    expect(text).toContain('orders.count');
    expect(text).not.toContain('orders.owner');
  });

  it('is suggested no values of', async () => {
    const { status, body } = await ask(us, { member: 'people.credit_value' }, 'values');
    expect([status, body?.error]).toEqual([400, "'credit_value' not found for path 'people.credit_value'"]);
  });
});

describe('metadata', () => {
  it('has names of its own for each who sees something else of it, and is not taken for theirs', async () => {
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
