import { type Metadata, openMetadata } from '../../packages/server/src/catalog/open-metadata.ts';
import { readSettings } from '../../packages/server/src/config/settings.ts';

/** What the store has acknowledged, told only afterwards. */
export type Acknowledgement =
  | { readonly kind: 'key'; readonly id: number; readonly name: string; readonly text: string }
  | { readonly kind: 'revoked'; readonly id: number }
  | { readonly kind: 'user'; readonly username: string }
  | { readonly kind: 'fault'; readonly message: string };

/** What it takes to begin. */
export interface WriterPlace {
  readonly data: string;
  /** Of this writer alone; begins the names it gives. */
  readonly name: string;
}

// Loaded into a process that will be killed (`--import`), or run beside it: writes to the metadata store from the first
// message on, until the end of the process.
process.once('message', (place) => {
  write(place as WriterPlace).catch((error: unknown) => tell({ kind: 'fault', message: String(error) })); // sent by us
});
if (!import.meta.main) process.channel?.unref(); // it is the server who decides how long that process lives

async function write({ data, name }: WriterPlace): Promise<void> {
  const metadata = await openMetadata(readSettings({ flags: { data }, environment: {}, directory: data }), Date);
  const admin = await metadata.accounts.ensureAdmin(metadata.accountId);
  if (!admin) throw new Error('the account has no admin');
  for (let count = 0; ; count += 1) {
    const word = `${name}-${count}`;
    if (count % 10 === 9) await createUser(metadata, word);
    else await createKey(metadata, { userId: admin.id, name: word, isRevoked: count % 5 === 4 });
  }
}

async function createUser({ users, accountId }: Metadata, username: string): Promise<void> {
  await users.create(accountId, { username, role: 'viewer' });
  await tell({ kind: 'user', username });
}

interface WrittenKey {
  readonly userId: number;
  readonly name: string;
  readonly isRevoked: boolean;
}

async function createKey({ apiKeys, accountId }: Metadata, { userId, name, isRevoked }: WrittenKey): Promise<void> {
  const { key, text } = await apiKeys.create({ accountId, userId, name, deployments: 'all' });
  const { id } = key;
  await tell({ kind: 'key', id, name, text });
  if (!isRevoked) return;
  await apiKeys.revoke(accountId, id);
  await tell({ kind: 'revoked', id });
}

/** Resolves when the message has left the process. */
function tell(acknowledgement: Acknowledgement): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(acknowledgement, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}
