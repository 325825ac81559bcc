import { type Metadata, openMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { readSettings } from '../../packages/config/src/settings.ts';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';

/** A write that the store has acknowledged, sent only after the acknowledgement; `revoking` is sent before the write. */
export type Acknowledgement =
  | { readonly kind: 'key'; readonly id: number; readonly name: string; readonly text: string }
  | { readonly kind: 'revoking'; readonly id: number }
  | { readonly kind: 'revoked'; readonly id: number }
  | { readonly kind: 'user'; readonly username: string }
  | { readonly kind: 'fault'; readonly message: string };

// A command on the same store as a server: it writes until its process is killed.
const [data = '', writer = ''] = process.argv.slice(2);
write().catch((error: unknown) => tell({ kind: 'fault', message: String(error) }));

async function write(): Promise<void> {
  const metadata = await openMetadata(readSettings({ flags: { data }, environment: {}, directory: data }), Date);
  const admin = await metadata.accounts.ensureAdmin(metadata.accountId);
  if (!admin) throw new Error('the account has no admin');
  for (let count = 0; ; count += 1) {
    const word = `${writer}-${count}`;
    if (count % 10 === 9) await createUser(metadata, word);
    else await createKey(metadata, { userId: admin.id, name: word, isRevoked: count % 5 === 4 });
  }
}

async function createUser({ changes, users, accountId }: Metadata, username: string): Promise<void> {
  await changes.make({ accountId, by: atTheCommandLine }, (change) =>
    users.create(change, { username, role: 'viewer' }),
  );
  await tell({ kind: 'user', username });
}

interface WrittenKey {
  readonly userId: number;
  readonly name: string;
  readonly isRevoked: boolean;
}

async function createKey(
  { changes, apiKeys, accountId }: Metadata,
  { userId, name, isRevoked }: WrittenKey,
): Promise<void> {
  const { key, text } = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
    apiKeys.create(change, { userId, name, deployments: 'all' }),
  );
  const { id } = key;
  await tell({ kind: 'key', id, name, text });
  if (!isRevoked) return;
  await tell({ kind: 'revoking', id });
  await changes.changeRights({ accountId, by: atTheCommandLine }, (change) => apiKeys.revoke(change, id));
  await tell({ kind: 'revoked', id });
}

/** Resolves when the message has left the process. */
function tell(acknowledgement: Acknowledgement): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(acknowledgement, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}
