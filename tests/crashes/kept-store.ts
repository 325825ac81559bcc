import { openMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';

export type StoreSettings = Parameters<typeof openMetadata>[0];

const clock = { now: () => Date.now() };

/** Makes a store with people, keys and secrets in it. */
export async function inhabit(settings: StoreSettings, usernames: readonly string[]): Promise<void> {
  const { accountId, users, apiKeys, deployments, close } = await openMetadata(settings, clock);
  for (const username of usernames) {
    const user = await users.create(accountId, atTheCommandLine, { username, role: 'admin' });
    await apiKeys.create({ accountId, userId: user.id, name: `of ${username}`, deployments: [1] });
  }
  await deployments.rotateSecret(accountId, 1);
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
