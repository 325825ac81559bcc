import { openMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';

export type StoreSettings = Parameters<typeof openMetadata>[0];

const clock = { now: () => Date.now() };

/** Creates a store with people, keys and secrets in it. */
export async function inhabit(settings: StoreSettings, usernames: readonly string[]): Promise<void> {
  const { changes, accountId, users, apiKeys, deployments, close } = await openMetadata(settings, clock);
  for (const username of usernames) {
    const user = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      users.create(change, { username, role: 'admin' }),
    );
    await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      apiKeys.create(change, { userId: user.id, name: `of ${username}`, deployments: [1] }),
    );
  }
  await changes.changeRights({ accountId, by: atTheCommandLine }, (change) => deployments.rotateSecret(change, 1));
  await close();
}

/** Returns the content of the store that must survive, as one text. */
export async function contentOf(settings: StoreSettings): Promise<string> {
  const { accountId, users, apiKeys, deployments, close } = await openMetadata(settings, clock);
  try {
    const people = (await users.list(accountId)).map(({ username }) => username);
    const keys = (await apiKeys.list(accountId)).map(({ name, tail }) => [name, tail]);
    return JSON.stringify([people, keys, await deployments.secretsOf(1)]);
  } finally {
    await close();
  }
}
