import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { connect } from '../db/connect.ts';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { loadMasterKey, type MasterKey } from '../identity/master-key.ts';
import { makeDataDirectory } from './data-directory.ts';
import type { Deployment } from './deployment.ts';
import { DeploymentService } from './deployment-service.ts';

export interface OpenDeployments {
  readonly database: Database;
  readonly deployments: readonly Deployment[];
  readonly masterKey: MasterKey;
}

/** Opens the metadata store of the data folder, up to date, with at least the default deployment in it. */
export async function openDeployments(
  settings: Pick<Settings, 'dataDirectory' | 'masterKey' | 'account'>,
  clock: { now(): number },
): Promise<OpenDeployments> {
  makeDataDirectory(settings.dataDirectory);
  const masterKey = loadMasterKey(settings.dataDirectory, settings.masterKey);
  const database = connect(join(settings.dataDirectory, 'orrery.db'));
  try {
    await migrate(database);
    const service = new DeploymentService({ database, masterKey, clock });
    await service.ensureDefault(settings.account);
    return { database, deployments: await service.list(), masterKey };
  } catch (error) {
    await database.destroy();
    throw error;
  }
}
