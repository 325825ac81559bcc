import { expect } from 'vitest';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { eventually } from '../eventually.ts';
import type { ServedProject } from '../serve-project.ts';

const keys = new WeakMap<ServedProject, Promise<string>>();

/** Waits until the query history, as an admin reads it, has a request so. A client that waits asks under one id again. */
export async function historyHas(served: ServedProject, requestId: string, expected: object): Promise<void> {
  const key = keys.get(served) ?? keyOf(served);
  keys.set(served, key);
  const headers = { authorization: `Bearer ${await key}`, 'x-forwarded-proto': 'https' };
  await eventually(async () => {
    const answer = await fetch(`${served.origin}/api/v1/deployments/1/query-history`, { headers });
    const { items } = (await answer.json()) as { readonly items: readonly object[] };
    expect(items).toContainEqual(expect.objectContaining({ requestId, ...expected }));
  });
}

async function keyOf({ composition }: ServedProject): Promise<string> {
  const { changes, accountId, users, apiKeys } = composition.metadata;
  const author = { accountId, by: atTheCommandLine };
  const user = await changes.make(author, (change) => users.create(change, { username: 'ann', role: 'admin' }));
  const made = { userId: user.id, name: 'test', deployments: 'all' } as const;
  return (await changes.make(author, (change) => apiKeys.create(change, made))).text;
}
