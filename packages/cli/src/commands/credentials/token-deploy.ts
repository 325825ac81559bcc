import { readSettings } from '@orrery/config';
import { requireEditable } from '@orrery/deployments';
import { OperatorError } from '@orrery/kernel';
import { signDeployToken } from '@orrery/people';
import { type Command, instantText, readExpiry, readNumber, withMetadata } from '../../command/index.ts';
import { userOf } from './user-of.ts';

/** Works on the data folder while a server runs. */
export const tokenDeploy: Command = {
  usage: 'token deploy --deployment N [--url URL] [--user USERNAME] [--expires DATE]',
  summary: 'prints a token for npx cubejs-cli deploy, once',
  settings: ['project', 'data', 'dev', 'publicUrl'],
  flags: [
    { name: 'deployment', shows: 'N  deployment that projects are uploaded for' },
    { name: 'url', shows: 'URL  address of the server (default: the public URL, else http://localhost:4000)' },
    { name: 'user', shows: 'USERNAME  user that it acts as (default: the first admin)' },
    { name: 'expires', shows: 'DATE  when it ends, 2030-12-31 or 2030-12-31T18:00Z (default: never)' },
  ],
  words: 0,
  async run(input) {
    const { flags, environment, directory, clock, print, note } = input;
    const deploymentId = readNumber('--deployment', flags['deployment']);
    const expiry = flags['expires'];
    const expiresAt = expiry === undefined ? undefined : readExpiry(String(expiry), clock.now());
    const { http } = readSettings({ flags, environment, directory });
    const url = readUrl(flags['url'] ?? http.publicUrl ?? 'http://localhost:4000');
    await withMetadata(input, async (metadata) => {
      const { accountId, apiKeys, author, changes, deployments } = metadata;
      await deployments.requireAll(accountId, [deploymentId]);
      requireEditable(deploymentId);
      const user = await userOf(metadata, flags['user']);
      const purpose = 'deploy';
      const name = `deploy to ${deploymentId}`;
      const wanted = { userId: user.id, name, deployments: [deploymentId], expiresAt, purpose } as const;
      const { key, text } = await changes.make(author, (change) => apiKeys.create(change, wanted));
      print(await signDeployToken({ url, deploymentId, key: text }, clock));
      const end = expiresAt === undefined ? 'no end' : `until ${instantText(expiresAt)}`;
      note(`It is good for deployment ${deploymentId} at ${url}, acts as '${user.username}' by key ${key.id}, ${end}.`);
      note(`It is not shown again. End it with: orrery key revoke ${key.id}`);
    });
    return 0;
  },
};

function readUrl(given: string | boolean): string {
  const text = String(given);
  if (URL.canParse(text)) {
    const { protocol, origin, pathname, search, hash } = new URL(text);
    const isPlain = search === '' && hash === '' && (protocol === 'http:' || protocol === 'https:');
    if (isPlain) return `${origin}${pathname.replace(/\/+$/, '')}`;
  }
  throw new OperatorError('--url takes an address such as https://analytics.example.com.');
}
