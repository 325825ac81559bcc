import { OperatorError } from '@orrery/kernel';
import { type Command, instantText, renderTable, withMetadata } from '../command/index.ts';

export const createAccount: Command = {
  usage: 'account create --name NAME',
  summary: 'makes another account with an admin, and prints the API key of that admin, once',
  settings: ['project', 'data', 'dev'],
  flags: [{ name: 'name', shows: 'NAME  is part of URLs: a-z, 0-9 and hyphens' }],
  words: 0,
  async run(input) {
    const { name } = input.flags;
    if (typeof name !== 'string') throw new OperatorError('--name is missing.');
    const account = await withMetadata(input, ({ accounts }) => accounts.create(name));
    input.print(account.key);
    input.note(
      `Account ${account.id} is '${account.name}'. The key acts as its user 'admin' and is not shown again. ` +
        `ORRERY_ACCOUNT=${account.name} makes other commands work on it.`,
    );
    return 0;
  },
};

export const listAccounts: Command = {
  usage: 'account list',
  summary: 'lists the accounts of the installation',
  settings: ['project', 'data', 'dev'],
  flags: [],
  words: 0,
  async run(input) {
    const accounts = await withMetadata(input, (metadata) => metadata.accounts.list());
    const rows = accounts.map(({ id, name, createdAt }) => [id, name, instantText(createdAt)]);
    input.print(renderTable({ columns: ['id', 'name', 'created'], rows }));
    return 0;
  },
};

export const allowPasswords: Command = {
  usage: 'account allow-passwords',
  summary: 'lets everybody of the account sign in by password again, where it requires single sign-on',
  settings: ['project', 'data', 'dev'],
  flags: [],
  words: 0,
  async run(input) {
    await withMetadata(input, ({ author, changes, signInPolicy }) =>
      changes.changeRights(author, (change) => signInPolicy.update(change, { requiresProvider: false })),
    );
    input.print('Everybody of the account may sign in by password.');
    return 0;
  },
};
