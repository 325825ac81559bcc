import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { CallerRuntime } from '../../packages/runtime/src/runtime.ts';
import type { TokenCaller } from '../../packages/kernel/src/caller/caller.ts';
import { NotFound, TooManyRequests, Unauthorized } from '../../packages/kernel/src/failure/errors.ts';
import { FailureCounts } from '../../packages/people/src/sign-in/failure-counts.ts';
import { openPostgresPort, type PostgresPortInput } from '../../packages/server/src/faces/postgres/postgres-port.ts';
import type { SqlAccount } from '../../packages/server/src/faces/postgres/access/sql-accounts.ts';
import { RawClient, type StartOptions } from './raw-client.ts';
import { ScriptedWire } from './scripted-wire.ts';

/** Tokens that are taken by the scripted port, with the deployments they are of. */
const tokens: Readonly<Record<string, number>> = { 'a.b.c': 1, 'd.e.f': 1, 'x.y.z': 2 };

export interface ScriptedOptions {
  readonly certificate?: PostgresPortInput['certificate'];
  readonly isDevelopment?: boolean;
  readonly mostSessions?: number;
  readonly mostMessageBytes?: number;
  readonly accounts?: readonly SqlAccount[];
  readonly deployments?: Awaited<ReturnType<PostgresPortInput['deployments']['everywhere']>>;
}

/** The port on any free port of this machine, over SQL without a model. It closes with the test. */
export async function scriptedPort(options: ScriptedOptions = {}) {
  const wire = new ScriptedWire();
  const revoked = new Set<string>();
  const counts = new FailureCounts(5);
  const accounts = new Map((options.accounts ?? []).map((account) => [account.name, account]));
  const faults: unknown[] = [];
  let whenClosing = () => {};
  const running = new Set<object>();
  const port = openPostgresPort({
    wire,
    isDevelopment: options.isDevelopment ?? true,
    sql: { mostSessions: options.mostSessions ?? 50 },
    http: { host: '127.0.0.1', maxRequestBytes: options.mostMessageBytes ?? 1024 * 1024 },
    certificate: options.certificate,
    finishWithinMs: 500,
    ending: {
      began: (work) => void running.add(work),
      ended: (work) => void running.delete(work),
      whenClosing: (work) => (whenClosing = work),
    },
    log: { info: () => undefined, error: (facts) => void faults.push(facts) },
    tokens: { algorithms: ['HS256'], scopes: ['data'] },
    deployments: { everywhere: async () => options.deployments ?? [{ id: 1, accountId: 1, name: 'Shop' }] },
    failures: {
      requireOpen: (address) => {
        if (counts.lockedUntil(address, Date.now())) throw new TooManyRequests('auth.locked', 'locked', 60);
      },
      countFailure: (address) => counts.record(address, Date.now()),
    },
    bearers: {
      personOf: async () => {
        throw new Unauthorized('auth.invalid-key', 'Invalid API key');
      },
    },
    accounts: { named: (name) => accounts.get(name) },
    addresses: { audiencesAt: () => [] },
    data: {
      principalOf: async ({ params, headers }) => {
        const { deploymentId } = params as { readonly deploymentId: string };
        const token = headers.authorization ?? '';
        if (tokens[token] !== Number(deploymentId) || revoked.has(token))
          throw new Unauthorized('auth.invalid-token', '');
        return {
          kind: 'token',
          deploymentId: Number(deploymentId),
          securityContext: { token },
          scopes: new Set(['data']),
        } satisfies TokenCaller;
      },
      principalOfPerson: async () => {
        throw new NotFound('deployment.unknown', 'Not Found');
      },
      runtimeOf: async ({ params }) => {
        const { branch } = params as { readonly branch?: string };
        if (branch !== undefined && branch !== 'next') throw new NotFound('branch.unknown', '');
        return { query: { defaultZone: 'UTC' } } as unknown as CallerRuntime; // SQL without a model reads no more of it
      },
      principalWith: async ({ params }, { securityContext, scopes, holds }) => {
        if (!holds()) throw new Unauthorized('auth.no-account', '');
        const { deploymentId } = params as { readonly deploymentId: string };
        return { kind: 'token', deploymentId: Number(deploymentId), securityContext, scopes } satisfies TokenCaller;
      },
      askerNamed: async () => undefined,
      userAsker: async () => undefined,
      askerWith: async () => {
        throw new NotFound('deployment.unknown', 'Not Found');
      },
      rightsCheckOf: () => ({ holds: () => revoked.size === 0 }),
    },
  });
  const number = await port.listen(0);
  onTestFinished(() => port.close());
  const start = async (given: Partial<StartOptions> = {}) => {
    const started = await RawClient.start(number, { password: 'a.b.c', ...given });
    onTestFinished(() => started.client.close());
    return started;
  };
  return {
    ...{ port, number, wire, faults, running },
    /** A session that is ready. */
    session: async (given: Partial<StartOptions> = {}) => (await start(given)).client,
    start,
    connect: async () => {
      const client = await RawClient.connect(number);
      onTestFinished(() => client.close());
      return client;
    },
    revoke: (token: string) => revoked.add(token),
    /** Takes an account out of its project, or gives it another password. */
    changeAccount: (name: string, to?: SqlAccount) => {
      revoked.add(name);
      if (to) accounts.set(name, to);
      else accounts.delete(name);
    },
    stop: () => whenClosing(),
  };
}

/** Waits until the server has closed the connection. */
export async function ended({ stream }: RawClient): Promise<void> {
  if (!stream.destroyed && !stream.readableEnded) await once(stream, 'end');
}
