import { Unavailable } from '@orrery/kernel';
import type { Database } from '@orrery/store';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { AgentConfigurations } from '../config/index.ts';
import { Agents } from './agents.ts';

const agentsOf = (code: 'deployment.no-version' | 'deployment.broken') =>
  new Agents({
    database: {} as Database, // not reached
    clock: { now: () => 0 },
    runtimes: { get: () => Promise.reject(new Unavailable(code, 'Deployment 2 is not served')) },
    configurations: new AgentConfigurations(pino({ level: 'silent' })),
  });
const scope = { accountId: 1, deployments: [2] };

it('finds no agent in a deployment without a model', async () => {
  await expect(agentsOf('deployment.no-version').find(scope, 'auto')).rejects.toMatchObject({
    status: 404,
    code: 'agent.unknown',
  });
});

it('says that a deployment cannot be served now, where it has a model', async () => {
  await expect(agentsOf('deployment.broken').find(scope, 'auto')).rejects.toMatchObject({ status: 503 });
});
