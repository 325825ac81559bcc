import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Composition, type CompositionInput, compose } from '../packages/server/src/composition/compose.ts';
import { readProject } from '../packages/config/src/project.ts';
import { readSettings } from '../packages/config/src/settings.ts';
import { mintToken } from '../packages/deployments/src/token/mint-token.ts';
import { createLog } from '../packages/cli/src/log/create-log.ts';
import { passwordCost } from './cheap-passwords.ts';
import { StartKey } from '../packages/people/src/sign-in/start-key.ts';

export interface ServedProject {
  readonly origin: string;
  readonly token: string;
  /** The key of the printed address; in development mode. */
  readonly startKey: string | undefined;
  readonly composition: Composition;
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Production mode behind a proxy on this machine: requests must carry `X-Forwarded-Proto: https`. */
  readonly isProduction?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly log?: ReturnType<typeof createLog>['log'];
  /** Time of the service's clock, in place of the time of this machine. */
  readonly now?: number | (() => number);
  /** Tells how long rows of SQL connections wait for their readers; absent: the monotonic clock of the process. */
  readonly rowClock?: CompositionInput['rowClock'];
  /** Port for a server that is started again; absent: any free one. */
  readonly port?: number;
  /** Folder of data that is there after it closed; absent: one of its own. */
  readonly data?: string;
  /** Addresses of this machine that GeoJSON of maps may be fetched from. */
  readonly mapNetworks?: readonly string[];
  /** Addresses of this machine that providers of sign-ins may have. */
  readonly signInNetworks?: readonly string[];
  /** Addresses of this machine that documents of applications may have. */
  readonly documentNetworks?: readonly string[];
}

/** Serves a project as `orrery start` does, in this process: a data folder of its own, a free port of this machine. */
export async function serveProject(directory: string, options: ServeOptions = {}): Promise<ServedProject> {
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'orrery-test-')));
  const mode = options.isProduction ? { 'trust-proxy': '127.0.0.1/32' } : { dev: true };
  // Jobs run only when a test says so: `composition.jobs.pass()`.
  const environment = { ORRERY_LOG_LEVEL: 'silent', ORRERY_JOBS: '0', ...options.environment };
  const settings = readSettings({ flags: { project: directory, data, ...mode }, environment, directory });
  const { now = Date.now } = options;
  const clock = { now: () => (typeof now === 'number' ? now : now()) };
  const log = options.log ?? createLog(settings.log).log;
  const project = readProject(directory, environment);
  const startKey = settings.isDevelopment ? new StartKey() : undefined;
  const { mapNetworks, signInNetworks, documentNetworks, rowClock } = options;
  const networks = { mapNetworks, signInNetworks, documentNetworks };
  const given = { settings, project, log, clock, startKey, ...networks, passwordCost, rowClock };
  const composition = await compose(given);
  const { app, deployments, close } = composition;
  const [deployment] = deployments;
  if (!deployment) throw new Error('no deployment');
  const token = await mintToken({ deployment, securityContext: {}, expiresInSeconds: 600, clock }, settings.tokens);
  return {
    origin: await app.listen({ host: '127.0.0.1', port: options.port ?? 0 }),
    token: token ?? '',
    startKey: startKey?.text,
    composition,
    close: async () => {
      await close();
      if (options.data === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}
