import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintToken } from '../../packages/deployments/src/token/mint-token.ts';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { type Answer, AttackedService } from './attacked-service.ts';

let service: AttackedService;
const logged: string[] = [];

beforeAll(async () => {
  const sink = { write: (line: string) => void logged.push(line), flush: () => undefined };
  const { log } = createLog({ level: 'warn', format: 'json' }, sink);
  service = await AttackedService.open({ log });
});

afterAll(() => service?.[Symbol.asyncDispose]());

async function tokenOf(securityContext: Readonly<Record<string, unknown>>): Promise<string> {
  const [deployment] = service.served.composition.deployments;
  if (!deployment) throw new Error('no deployment');
  const request = { deployment, securityContext, expiresInSeconds: 600, clock: Date };
  return (await mintToken(request, { algorithms: ['HS256'], scopes: [] })) ?? '';
}

/** Repeats a request, as clients do, until the answer is not "continue wait". */
async function load(query: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const path = `/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`;
  for (;;) {
    const answer = await service.get(path, headers);
    if (answer.body?.error !== 'Continue wait') return answer;
  }
}

describe('shared answers', () => {
  it('are equal for a hundred callers who send the same query at once, ten times each, and share their runs', async () => {
    const before = service.statements;
    const tokens = await Promise.all(Array.from({ length: 100 }, (_, index) => tokenOf({ tenant: index })));
    const query = { measures: ['huge.count'], dimensions: ['huge.one'], limit: 17 };
    const asked = tokens.flatMap((authorization) => Array.from({ length: 10 }, () => load(query, { authorization })));
    const rows = new Set((await Promise.all(asked)).map(({ body }) => JSON.stringify(body?.data)));
    expect(rows.size).toBe(1);
    // Runs one statement, and one more for each ten seconds of the test: the file may have changed.
    expect(service.statements - before).toBeLessThan(10);
  });

  it('never reach another caller through a request id that many use for different queries', async () => {
    const asked = Array.from({ length: 200 }, async (_, index) => {
      const authorization = await tokenOf({ tenant: index % 7 });
      const query = { dimensions: ['huge.id'], order: { 'huge.id': 'asc' }, offset: index * 10, limit: 1 };
      const answer = await load(query, { authorization, 'x-request-id': 'the-same-span-1' });
      return [index * 10, answer.body?.data?.[0]?.['huge.id']];
    });
    for (const [wanted, given] of await Promise.all(asked)) expect(given).toBe(String(wanted));
  });

  it('do not reveal whether they were cached for another caller before', async () => {
    const headersOf = async (tenant: string) => {
      const response = await fetch(
        `${service.served.origin}/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify({ measures: ['orders.count'], limit: 23 }))}`,
        { headers: { authorization: await tokenOf({ tenant }), 'x-forwarded-proto': 'https' } },
      );
      return Object.fromEntries([...response.headers].filter(([name]) => name !== 'date'));
    };
    expect(await headersOf('first')).toEqual(await headersOf('second'));
  });
});

describe('a caller cannot add to the claims of the token', () => {
  const claims = {
    securityContext: { tenant: 'forged' },
    security_context: { tenant: 'forged' },
    u: { tenant: 'forged' },
  };

  it('by the body, by parameters or by headers', async () => {
    const query = { measures: ['orders.count'] };
    const honest = await service.post(JSON.stringify({ query }));
    const headers = { 'x-security-context': JSON.stringify(claims), 'x-cube-security-context': 'forged' };
    const forged = await service.post(JSON.stringify({ query, ...claims }), 'load', headers);
    expect([forged.status, forged.body?.data]).toEqual([200, honest.body?.data]);
    const noted = logged.filter((line) => line.includes('auth.claims-in-request'));
    expect(noted).toHaveLength(1);
    expect(noted[0]).toContain('["securityContext","security_context","u"]');
    expect(noted[0]).not.toContain('forged');
    for (const key of Object.keys(claims)) {
      const inside = await service.post(JSON.stringify({ query: { ...query, [key]: claims } }));
      expect([inside.status, inside.body?.error]).toEqual([400, `Invalid query format: "${key}" is not allowed`]);
    }
    expect(logged.filter((line) => line.includes('auth.claims-in-request'))).toHaveLength(4);
  });
});

it('a tenant that floods the data source leaves slots to others', async () => {
  const noisy = await tokenOf({ tenant: 'noisy' });
  const quiet = await tokenOf({ tenant: 'quiet' });
  const leaving = new AbortController();
  const flood = Array.from({ length: 64 }, (_, index) => {
    const query = encodeURIComponent(JSON.stringify({ measures: ['endless.count'], limit: index + 1 }));
    return fetch(`${service.served.origin}/cubejs-api/v1/load?query=${query}`, {
      headers: { authorization: noisy, 'x-forwarded-proto': 'https', 'x-request-id': 'flood-span-1' },
      signal: leaving.signal,
    }).catch(() => undefined);
  });
  const queue = service.served.composition.runtime.queueOf('default');
  try {
    for (let round = 0; round < 5; round++) {
      const answer = await load({ measures: ['orders.count'], limit: 100 + round }, { authorization: quiet });
      expect(answer.body?.data).toEqual([{ 'orders.count': '5' }]);
    }
    expect(queue.running).toBe(1);
    expect(queue.waiting).toBeGreaterThan(0);
  } finally {
    leaving.abort();
    await Promise.all(flood);
    const url = `${service.served.origin}/cubejs-api/v1/running-query/flood-span-1`;
    await fetch(url, { method: 'DELETE', headers: { authorization: noisy, 'x-forwarded-proto': 'https' } });
  }
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});
