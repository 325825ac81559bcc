import { checkUploadedTests, serveMetadata, type ServedMetadata } from '@orrery/deployments';
import type { Settings } from '@orrery/config';
import { type PasswordCost, StoredRights } from '@orrery/people';
import type { Logger } from 'pino';

interface StoreInput {
  readonly log: Logger;
  /** Receives each secret that is opened while serving. */
  readonly hide: ((secret: string) => void) | undefined;
  readonly passwordCost: PasswordCost | undefined;
  /** Networks that providers of sign-ins may be in, in addition to those of the settings. */
  readonly signInNetworks: readonly string[] | undefined;
}

/** Opens the metadata store; access tests of uploaded projects run as the people it holds. */
export async function serveStore(
  settings: Settings,
  clock: { now(): number },
  { log, hide, passwordCost, signInNetworks }: StoreInput,
): Promise<ServedMetadata> {
  const opened: Promise<ServedMetadata> = serveMetadata(settings, clock, {
    log,
    hide,
    passwordCost,
    readMetadata: async (input) => {
      const { networkOfProviders, openMetadataReader } = await import('./open-sso.ts');
      const reader = openMetadataReader(networkOfProviders(settings, signInNetworks));
      return reader.read(input).finally(() => reader.close());
    },
    checkAccess: async (built) => checkUploadedTests({ currentRights: new StoredRights(await opened), clock })(built),
  });
  return opened;
}
