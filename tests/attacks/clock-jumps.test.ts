import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintToken } from '../../packages/deployments/src/token/mint-token.ts';
import { AttackedService } from './attacked-service.ts';

const dayMs = 86_400_000;
const start = Date.parse('2026-03-01T12:00:00Z');

let service: AttackedService;
let now = start;

beforeAll(async () => {
  service = await AttackedService.open({ now: () => now });
});

afterAll(() => service?.[Symbol.asyncDispose]());

async function tokenOfNow(): Promise<string> {
  const [deployment] = service.served.composition.deployments;
  const request = { securityContext: {}, expiresInSeconds: 600, clock: { now: () => now } };
  return (deployment && (await mintToken({ ...request, deployment }, { algorithms: ['HS256'], scopes: [] }))) ?? '';
}

async function statuses(): Promise<readonly number[]> {
  const authorization = await tokenOfNow();
  const query = encodeURIComponent(JSON.stringify({ measures: ['orders.count'] }));
  const paths = ['/readyz', '/livez', `/cubejs-api/v1/load?query=${query}`, '/cubejs-api/v1/meta'];
  return Promise.all(paths.map(async (path) => (await service.get(path, { authorization })).status));
}

it.each([dayMs, -dayMs, -2 * dayMs, 400 * dayMs, 0])(
  'a clock that jumps by %d ms leaves everything in service',
  async (jumpMs) => {
    const before = await tokenOfNow();
    now = start + jumpMs;
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    now += 1000;
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    // A token that was signed under another clock is checked against this one.
    const { status } = await service.get('/cubejs-api/v1/meta', { authorization: before });
    expect([200, 401]).toContain(status);
  },
);
