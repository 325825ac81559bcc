import { join } from 'node:path';
import { atTheCommandLine } from '../packages/kernel/src/caller/audit-actor.ts';
import { serveProject } from '../tests/serve-project.ts';

/**
 * A server behind a proxy in a process of its own, where people sign in by a password and at a provider of this machine.
 * Prints its origin, a key of an admin, and who may sign in by a password.
 */
const [password = ''] = process.argv.slice(2);
const username = 'ann';
const { composition, origin } = await serveProject(join(import.meta.dirname, '../tests/chat/project'), {
  isProduction: true,
  environment: {
    ORRERY_PUBLIC_URL: 'https://orrery.example',
    CUBEJS_API_SECRET: 'a secret for benchmarks only, on loopback',
  },
  signInNetworks: ['127.0.0.1'],
});
const { accountId, accounts, apiKeys, changes, signIn, users } = composition.metadata;
const author = { accountId, by: atTheCommandLine };
const admin = await accounts.ensureAdmin(accountId);
const { text: key } = await changes.make(author, (change) =>
  apiKeys.create(change, { userId: admin?.id ?? 0, name: 'bench', deployments: 'all' }),
);
const user = await changes.make(author, (change) =>
  users.create(change, { username, role: 'viewer', status: 'invited' }),
);
const { text } = await changes.make(author, (change) => signIn.invite(change, user.id));
await signIn.redeem(text, password, { address: '192.0.2.1' });
console.log(JSON.stringify({ origin, key, username }));
