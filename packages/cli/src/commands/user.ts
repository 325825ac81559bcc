import { addressOf, readSettings } from '@orrery/config';
import { OperatorError, roles } from '@orrery/kernel';
import { type Command, instantText, renderTable, withMetadata } from '../command/index.ts';

const choosableStatuses = ['active', 'deactivated'] as const;

export const createUser: Command = {
  usage: 'user create --username U [--email E] [--role R]',
  summary: 'adds a user to the account',
  settings: ['project', 'data', 'dev'],
  flags: [
    { name: 'username', shows: 'U  unique, whatever its case' },
    { name: 'email', shows: 'E  where mail reaches them' },
    { name: 'role', shows: `R  ${roles.join(', ')} (default: viewer)` },
  ],
  words: 0,
  async run(input) {
    const { username, email, role } = input.flags;
    if (typeof username !== 'string') throw new OperatorError('--username is missing.');
    const wanted = { username, email: textOf(email), role: oneOf('--role', role, roles) ?? 'viewer' };
    const user = await withMetadata(input, ({ changes, users, author }) =>
      changes.make(author, (change) => users.create(change, wanted)),
    );
    input.print(`User ${user.id} '${user.username}' is ${user.role}.`);
    return 0;
  },
};

export const listUsers: Command = {
  usage: 'user list',
  summary: 'lists the users of the account',
  settings: ['project', 'data', 'dev'],
  flags: [],
  words: 0,
  async run(input) {
    const users = await withMetadata(input, (metadata) => metadata.users.list(metadata.accountId));
    const rows = users.map(({ id, username, email, role, status, createdAt }) => [
      id,
      username,
      email ?? '',
      role,
      status,
      instantText(createdAt),
    ]);
    input.print(renderTable({ columns: ['id', 'username', 'email', 'role', 'status', 'created'], rows }));
    return 0;
  },
};

export const updateUser: Command = {
  usage: 'user update USERNAME [--email E] [--role R] [--status S]',
  summary: 'changes a user; their API keys follow within a second',
  settings: ['project', 'data', 'dev'],
  flags: [
    { name: 'email', shows: 'E  where mail reaches them' },
    { name: 'role', shows: `R  ${roles.join(', ')}` },
    { name: 'status', shows: `S  ${choosableStatuses.join(', ')}` },
  ],
  words: 1,
  async run(input) {
    const { email, role, status } = input.flags;
    const [username = ''] = input.words;
    const wanted = {
      email: textOf(email),
      role: oneOf('--role', role, roles),
      status: oneOf('--status', status, choosableStatuses),
    };
    const user = await withMetadata(input, async ({ author, changes, users, accountId }) => {
      const { id } = await users.find(accountId, username);
      return changes.changeRights(author, (change) => users.update(change, id, wanted));
    });
    input.print(`User ${user.id} '${user.username}' is ${user.role}, ${user.status}.`);
    return 0;
  },
};

export const linkUser: Command = {
  usage: 'user link USERNAME',
  summary: 'prints an address at which a user sets a password, once; earlier ones become invalid',
  settings: ['project', 'data', 'dev', 'host', 'port', 'publicUrl'],
  flags: [],
  words: 1,
  async run(input) {
    const [username = ''] = input.words;
    const link = await withMetadata(input, async ({ author, changes, users, signIn, accountId }) => {
      const { id, status } = await users.find(accountId, username);
      const isNew = status === 'invited';
      return changes.make(author, (change) => (isNew ? signIn.invite(change, id) : signIn.resetPassword(change, id)));
    });
    const { flags, environment, directory } = input;
    const { http } = readSettings({ flags, environment, directory });
    input.print(`${addressOf(http)}/set-password#token=${link.text}`);
    input.note(`It opens once, until ${instantText(link.expiresAt)}. --public-url says where people reach the server.`);
    return 0;
  },
};

function textOf(flag: string | boolean | undefined): string | undefined {
  return flag === undefined ? undefined : String(flag);
}

function oneOf<T extends string>(
  name: string,
  flag: string | boolean | undefined,
  choices: readonly T[],
): T | undefined {
  if (flag === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === flag);
  if (choice === undefined) throw new OperatorError(`${name} must be one of ${choices.join(', ')}, not '${flag}'.`);
  return choice;
}
