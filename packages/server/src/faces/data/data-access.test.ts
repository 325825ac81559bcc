import { NotFound } from '@orrery/kernel';
import type { FastifyRequest } from 'fastify';
import { indexModel } from '@orrery/semantic';
import { beforeEach, describe, expect, it } from 'vitest';
import { Authenticator } from '../../../../deployments/src/token/authenticate.ts';
import { mintToken } from '../../../../deployments/src/token/mint-token.ts';
import { fixedKeys, keyFromText } from '../../../../deployments/src/token/token-keys.ts';
import { DataAccess } from './data-access.ts';
import type { Runtime } from '../../../../runtime/src/runtime.ts';
import { Runtimes } from '../../../../runtime/src/runtimes.ts';

const clock = { now: () => 1_770_000_000_000 };
const apiSecret = 'the-secret-of-the-second-deployment-alone';
const settings = { algorithms: ['HS256'], scopes: ['data'] } as const;

let runtimes: Runtimes;
let access: DataAccess;
let epoch: number;

beforeEach(() => {
  runtimes = new Runtimes();
  epoch = 1;
  const admissionOf = async (id: number) => {
    const { authenticator, accountId = 0 } = (await runtimes.get(id, null)) ?? {};
    return authenticator && { authenticator, accountId };
  };
  const served = {
    get: (id: number, branch: string | null) => runtimes.get(id, branch),
    serves: (runtime: Runtime) => runtimes.serves(runtime),
    admissionOf,
  };
  const unknown = async () => {
    throw new NotFound('user.unknown', 'no user');
  };
  const users = { find: unknown, get: unknown, list: async () => [] };
  access = new DataAccess({
    served,
    currentRights: { in: () => ({ of: async () => undefined }) },
    epochs: { of: () => epoch },
    users,
  });
});

async function open(branch: string | null = null): Promise<Runtime> {
  const authenticator = new Authenticator(2, fixedKeys([keyFromText(apiSecret, ['HS256'])]), settings, clock);
  const model = { index: indexModel([]) };
  const served = { deploymentId: 2, branch, model, modelFor: () => model, close: async () => {} };
  const runtime = { ...served, ...(branch === null ? { authenticator } : {}) };
  return runtimes.open(2, branch, async () => runtime as unknown as Runtime); // nothing else of it is looked at
}

async function request(branch?: string): Promise<FastifyRequest> {
  const token = { deployment: { apiSecret }, securityContext: {}, expiresInSeconds: 600, clock };
  const headers = { authorization: await mintToken(token, settings) };
  const params = { deploymentId: '2', ...(branch === undefined ? {} : { branch }) };
  return { params, headers, log: { info: () => {} } } as unknown as FastifyRequest;
}

describe('a request', () => {
  it('is answered by the runtime that checked its token', async () => {
    const runtime = await open();
    const asked = await request();
    expect((await access.principalOf(asked)).deploymentId).toBe(2);
    expect(Object.getPrototypeOf(await access.runtimeOf(asked))).toBe(runtime);
  });

  it('is answered by the branch it names, with a token of the deployment', async () => {
    await open();
    const branch = await open('next');
    const asked = await request('next');
    await access.principalOf(asked);
    expect(Object.getPrototypeOf(await access.runtimeOf(asked))).toBe(branch);
  });

  it('learns that a branch is missing only with a valid token', async () => {
    await open();
    const stranger = await request('next');
    stranger.headers.authorization = 'none';
    await expect(access.principalOf(stranger)).rejects.toThrow('Invalid token');
    const asked = await request('next');
    await access.principalOf(asked);
    await expect(access.runtimeOf(asked)).rejects.toThrow("There is no branch 'next'");
  });

  it('finds no runtime without a checked token', async () => {
    await open();
    await expect(access.runtimeOf(await request())).rejects.toThrow('Not Found');
  });

  it.each([false, true])(
    'finds no runtime once its deployment has closed; opened again meanwhile: %j',
    async (isOpenAgain) => {
      await open();
      const asked = await request();
      await access.principalOf(asked);
      await runtimes.remove(2, null);
      if (isOpenAgain) await open();
      await expect(access.runtimeOf(asked)).rejects.toThrow('Not Found');
    },
  );
});
