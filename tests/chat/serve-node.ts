import { createInterface } from 'node:readline';
import { readProject } from '../../packages/config/src/project.ts';
import { readSettings } from '../../packages/config/src/settings.ts';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { compose } from '../../packages/server/src/composition/compose.ts';

/**
 * A node in a process of its own, which tests kill. Prints its origin and a key of an admin. Each line that it reads
 * moves the clock by which it takes other nodes for dead, by so many milliseconds.
 */
const [directory = '', data = ''] = process.argv.slice(2);
const environment = { ORRERY_LOG_LEVEL: 'silent', ORRERY_JOBS: '0', ...process.env };
const settings = readSettings({ flags: { project: directory, data, dev: true }, environment, directory });
const { log } = createLog(settings.log);
let aheadMs = 0;
createInterface({ input: process.stdin }).on('line', (line) => (aheadMs += Number(line)));
const steady = { now: () => performance.now() + aheadMs };
const project = readProject(directory, environment);
const composition = await compose({ settings, project, log, clock: Date, steady });
const { changes, accounts, apiKeys, accountId } = composition.metadata;
const admin = await accounts.ensureAdmin(accountId);
const made = await changes.make({ accountId, by: { via: 'command' } }, (change) =>
  apiKeys.create(change, { userId: admin?.id ?? 0, name: `node ${process.pid}`, deployments: 'all' }),
);
const origin = await composition.app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ origin, key: made.text }));
