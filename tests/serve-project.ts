import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '../packages/server/src/compose.ts';
import { readProject } from '../packages/server/src/config/project.ts';
import { readSettings } from '../packages/server/src/config/settings.ts';
import { mintToken } from '../packages/server/src/http/mint-token.ts';
import { createLog } from '../packages/server/src/log.ts';

export interface ServedProject {
  readonly origin: string;
  readonly token: string;
  close(): Promise<void>;
}

/** Serves a project as `orrery start --dev` does: a data folder of its own, a free port of this machine. */
export async function serveProject(directory: string): Promise<ServedProject> {
  const data = await mkdtemp(join(tmpdir(), 'orrery-test-'));
  const flags = { project: directory, data, dev: true };
  const settings = readSettings({ flags, environment: { ORRERY_LOG_LEVEL: 'silent' }, directory });
  const clock = { now: () => Date.now() };
  const log = await createLog(settings.log);
  const { app, deployments, close } = await compose({ settings, project: readProject(directory, {}), log, clock });
  const [deployment] = deployments;
  if (!deployment) throw new Error('no deployment');
  const token = await mintToken({ deployment, securityContext: {}, expiresInSeconds: 600, clock }, settings.tokens);
  return {
    origin: await app.listen({ host: '127.0.0.1', port: 0 }),
    token: token ?? '',
    close: async () => {
      await close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
