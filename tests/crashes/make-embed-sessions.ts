import { flushCompileCache } from 'node:module';
import { openMetadata } from '../../packages/deployments/src/open-metadata.ts';

// Makes and exchanges sessions until it is killed, and says so after each: `made NAME`, `taking NAME`, `taken NAME`.

const [dataDirectory = ''] = process.argv.slice(2);
const metadata = await openMetadata({ dataDirectory, account: 'default', mayMigrate: true }, Date);
flushCompileCache(); // for the next process: this one is killed
const { accountId, embedSessions } = metadata;
/** The project folder is always there. */
const target = { requireDeployment: async () => {}, isPublished: async () => true };
const author = { accountId, by: { via: 'command' } } as const;
const say = (text: string) => new Promise((resolve) => process.stdout.write(`${text}\n`, resolve));
for (let number = 0; ; number += 1) {
  const input = { deploymentId: 1, externalId: `u${number % 7}`, embedTenantName: 'acme-corp' };
  const name = await embedSessions.generate(author, input, { target, sessions: { forget: () => undefined } });
  await say(`made ${name}`);
  if (number % 2 === 0) continue;
  await say(`taking ${name}`);
  await embedSessions.exchange(name, 'cubecloud');
  await say(`taken ${name}`);
}
