import type { Metadata } from '@orrery/deployments';
import { OperatorError } from '@orrery/kernel';
import { type Command, instantText, readExpiry, readNumber, renderTable, withMetadata } from '../../command/index.ts';
import { userOf } from './user-of.ts';

const longestName = 255;

export const createKey: Command = {
  usage: 'key create --name NAME [--user USERNAME] [--deployments 1,2] [--expires DATE]',
  summary: 'prints a new API key, once',
  settings: ['project', 'data', 'dev'],
  flags: [
    { name: 'name', shows: 'NAME  what it is for' },
    { name: 'user', shows: 'USERNAME  user that the key acts as (default: the first admin)' },
    { name: 'deployments', shows: 'N,N  what it is good for (default: all)' },
    { name: 'expires', shows: 'DATE  when it ends, 2030-12-31 or 2030-12-31T18:00Z (default: never)' },
  ],
  words: 0,
  async run(input) {
    const { flags, clock, print, note } = input;
    const name = readName(flags['name']);
    const expiry = flags['expires'];
    const expiresAt = expiry === undefined ? undefined : readExpiry(String(expiry), clock.now());
    await withMetadata(input, async (metadata) => {
      const { apiKeys, author, changes } = metadata;
      const deployments = await readDeployments(metadata, flags['deployments']);
      const user = await userOf(metadata, flags['user']);
      const wanted = { userId: user.id, name, deployments, expiresAt };
      const { key, text } = await changes.make(author, (change) => apiKeys.create(change, wanted));
      print(text);
      const scope = deployments === 'all' ? 'all deployments' : `the deployments ${deployments.join(', ')}`;
      const end = expiresAt === undefined ? 'no end' : `until ${instantText(expiresAt)}`;
      note(`Key ${key.id} acts as '${user.username}', for ${scope}, ${end}. It is not shown again.`);
    });
    return 0;
  },
};

export const listKeys: Command = {
  usage: 'key list',
  summary: 'lists the API keys, without showing any',
  settings: ['project', 'data', 'dev'],
  flags: [],
  words: 0,
  async run(input) {
    const now = input.clock.now();
    const keys = await withMetadata(input, ({ apiKeys, accountId }) => apiKeys.list(accountId));
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.username,
      `...${key.tail}`,
      key.deployments === 'all' ? 'all' : key.deployments.join(','),
      statusOf(key, now),
      instantText(key.createdAt),
      instantText(key.expiresAt),
      instantText(key.lastUsedAt),
    ]);
    const columns = ['id', 'name', 'user', 'key', 'deployments', 'status', 'created', 'expires', 'last used'];
    input.print(renderTable({ columns, rows }));
    return 0;
  },
};

export const revokeKey: Command = {
  usage: 'key revoke ID',
  summary: 'ends an API key; a running server refuses it within a second',
  settings: ['project', 'data', 'dev'],
  flags: [],
  words: 1,
  async run(input) {
    const id = readNumber('key revoke', input.words[0]);
    await withMetadata(input, ({ changes, apiKeys, author }) =>
      changes.changeRights(author, (change) => apiKeys.revoke(change, id)),
    );
    input.print(`Key ${id} is revoked.`);
    return 0;
  },
};

function readName(flag: string | boolean | undefined): string {
  const name = typeof flag === 'string' ? flag.trim() : '';
  if (name !== '' && name.length <= longestName && !/\p{C}/u.test(name)) return name;
  throw new OperatorError(`--name takes a text of up to ${longestName} visible characters.`);
}

async function readDeployments(
  { deployments, accountId }: Metadata,
  flag: string | boolean | undefined,
): Promise<'all' | readonly number[]> {
  if (flag === undefined) return 'all';
  const ids = [
    ...new Set(
      String(flag)
        .split(',')
        .map((id) => readNumber('--deployments', id.trim())),
    ),
  ];
  await deployments.requireAll(accountId, ids);
  return ids;
}

function statusOf(
  key: { readonly revokedAt?: number | undefined; readonly expiresAt?: number | undefined },
  now: number,
) {
  if (key.revokedAt !== undefined) return 'revoked';
  return key.expiresAt !== undefined && key.expiresAt <= now ? 'expired' : 'active';
}
