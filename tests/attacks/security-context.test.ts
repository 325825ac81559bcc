import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintToken } from '../../packages/deployments/src/token/mint-token.ts';
import { type Answer, AttackedService } from './attacked-service.ts';

let service: AttackedService;
const tokens = new Map<string, string>();

beforeAll(async () => {
  service = await AttackedService.open();
  for (const tenant of ['acme', 'zeta', 'nobody', "acme' OR '1' = '1"]) tokens.set(tenant, await tokenOf({ tenant }));
  tokens.set('', await tokenOf({}));
});

afterAll(() => service?.[Symbol.asyncDispose]());

async function tokenOf(securityContext: Readonly<Record<string, unknown>>): Promise<string> {
  const [deployment] = service.served.composition.deployments;
  if (!deployment) throw new Error('no deployment');
  const request = { deployment, securityContext, expiresInSeconds: 600, clock: Date };
  return (await mintToken(request, { algorithms: ['HS256'], scopes: [] })) ?? '';
}

/** Repeats a request, as clients do, until the answer is not "continue wait". */
async function ask(tenant: string, query: object, path = 'load', more: object = {}): Promise<Answer> {
  const body = JSON.stringify(path === 'values' ? query : { query, ...more });
  for (;;) {
    const answer = await service.post(body, path, { authorization: tokens.get(tenant) ?? '' });
    if (answer.body?.error !== 'Continue wait') return answer;
  }
}

const secrets = { acme: /z-(secret|note)/, zeta: /[ab]-(secret|note)/ };
const tenants = ['acme', 'zeta'] as const;

describe('callers whose tokens differ in what the model reads', () => {
  it.each([
    { dimensions: ['tenant_rows.word'] },
    { measures: ['tenant_rows.count'] },
    { dimensions: ['tenant_view.text'], measures: ['tenant_view.count'], total: true },
    { measures: ['tenant_rows.count'], dimensions: ['tenant_notes.note'] },
    { measures: ['tenant_notes.count', 'tenant_rows.count'] },
    { dimensions: ['tenant_notes.note'], joinHints: [['tenant_rows', 'tenant_notes']] },
    { measures: ['member_of_caller.mine'] },
    { dimensions: ['tenant_notes.note'], joinHints: [['tenant_rows', 'tenant_notes']], ungrouped: true },
    {
      measures: ['tenant_notes.count'],
      dimensions: ['tenant_notes.note'],
      joinHints: [['tenant_rows', 'tenant_notes']],
    },
    {
      dimensions: ['tenant_rows.word'],
      filters: [
        {
          or: [
            { member: 'tenant_rows.word', operator: 'set' },
            { member: 'tenant_rows.word', operator: 'notSet' },
          ],
        },
      ],
    },
  ])('never get what was made for the other one: %j', async (query) => {
    for (const cache of ['stale-if-slow', 'stale-while-revalidate', 'must-revalidate', 'no-cache']) {
      const [acme, zeta] = await Promise.all(tenants.map((tenant) => ask(tenant, query, 'load', { cache })));
      expect([acme?.status, zeta?.status]).toEqual([200, 200]);
      expect(acme?.text).not.toMatch(secrets.acme);
      expect(zeta?.text).not.toMatch(secrets.zeta);
      expect(acme?.body?.data).not.toEqual(zeta?.body?.data);
    }
  });

  it('get suggested values of their own', async () => {
    const asked = { member: 'tenant_rows.word' };
    const texts = await Promise.all(tenants.map(async (tenant) => (await ask(tenant, asked, 'values')).text));
    expect(texts.map((text) => JSON.parse(text).values)).toEqual([['a-secret', 'b-secret'], ['z-secret']]);
  });

  it('do not share a slow run', async () => {
    const query = { measures: ['slow_tenant_rows.count'] };
    const asked = [0, 1, 2, 3, 4, 5].map((index) => ask(tenants[index % 2] ?? 'acme', query));
    const counts = (await Promise.all(asked)).map(({ body }) => body?.data?.[0]?.['slow_tenant_rows.count']);
    const [acme, zeta] = counts;
    expect(counts).toEqual([acme, zeta, acme, zeta, acme, zeta]);
    expect(acme).not.toBe(zeta);
  });

  it('get their own answers, a hundred callers at once, ten times each', async () => {
    const asked = Array.from({ length: 100 }, async (_, index) => {
      const tenant = tenants[index % 2] ?? 'acme';
      const authorization = await tokenOf({ tenant, sub: String(index) });
      const path = `/cubejs-api/v1/load?query=${encodeURIComponent('{"dimensions":["tenant_rows.word"],"limit":50}')}`;
      const texts = await Promise.all(Array.from({ length: 10 }, () => service.get(path, { authorization })));
      return texts.filter(({ status, text }) => status !== 200 || secrets[tenant].test(text));
    });
    expect((await Promise.all(asked)).flat()).toEqual([]);
  });
});

describe('the value of a caller', () => {
  const query = { dimensions: ['tenant_rows.word'] };

  it('is bound, whatever it contains', async () => {
    const { status, body } = await ask("acme' OR '1' = '1", query);
    expect([status, body?.data]).toEqual([200, []]);
    const { body: statement } = await ask("acme' OR '1' = '1", query, 'sql');
    const [text, values] = statement?.sql?.sql ?? [];
    expect(text).not.toContain(' OR ');
    expect(values).toEqual(["acme' OR '1' = '1"]);
  });

  it.each(['load', 'sql', 'dry-run', 'explain'])('is required before anything runs: /v1/%s', async (path) => {
    const before = service.statements;
    const { status, body, text } = await ask('', query, path);
    expect([status, body?.error]).toEqual([
      400,
      "The security context of the request has no 'tenant', which the model requires",
    ]);
    expect(text).not.toContain('secret');
    expect(service.statements).toBe(before);
  });

  it('comes from the token alone', async () => {
    const forged = { securityContext: { tenant: 'zeta' }, security_context: { tenant: 'zeta' }, u: { tenant: 'zeta' } };
    const { text } = await ask('acme', query, 'load', forged);
    expect(text).not.toMatch(secrets.acme);
    const nobody = await ask('', query, 'load', forged);
    expect(nobody.status).toBe(400);
  });
});
