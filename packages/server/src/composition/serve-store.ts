import { checkUploadedTests, serveMetadata, type ServedMetadata } from '@orrery/deployments';
import type { Settings } from '@orrery/config';
import { type PasswordCost, StoredRights } from '@orrery/people';
import type { Logger } from 'pino';

interface StoreInput {
  readonly log: Logger;
  /** Receives each secret that is opened while serving. */
  readonly hide: ((secret: string) => void) | undefined;
  readonly passwordCost: PasswordCost | undefined;
}

/** Opens the metadata store; access tests of uploaded projects run as the people it holds. */
export async function serveStore(
  settings: Settings,
  clock: { now(): number },
  { log, hide, passwordCost }: StoreInput,
): Promise<ServedMetadata> {
  const opened: Promise<ServedMetadata> = serveMetadata(settings, clock, {
    log,
    hide,
    passwordCost,
    checkAccess: async (built) => checkUploadedTests({ currentRights: new StoredRights(await opened), clock })(built),
  });
  return opened;
}
