import { checkUploadedTests, serveMetadata, type ServedMetadata } from '@orrery/deployments';
import type { Settings } from '@orrery/config';
import { StoredRights } from '@orrery/people';
import type { Logger } from 'pino';

interface StoreInput {
  readonly log: Logger;
  /** Receives each secret that is opened while serving. */
  readonly hide: ((secret: string) => void) | undefined;
}

/** Opens the metadata store; access tests of uploaded projects run as the people it holds. */
export async function serveStore(
  settings: Settings,
  clock: { now(): number },
  { log, hide }: StoreInput,
): Promise<ServedMetadata> {
  const opened: Promise<ServedMetadata> = serveMetadata(settings, clock, {
    log,
    hide,
    checkAccess: async (built) => checkUploadedTests({ currentRights: new StoredRights(await opened), clock })(built),
  });
  return opened;
}
