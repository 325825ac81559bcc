import type { SecretSource } from './stored-secret-keys.ts';
import type { FoundDeployment } from '../deployment/index.ts';
import type { ServedMetadata } from '../open-metadata.ts';

/** The secrets a deployment has in the metadata store, as they are at each moment. */
export function storedSecrets(
  { epochs, deployments }: Pick<ServedMetadata, 'epochs' | 'deployments'>,
  { id, accountId }: Pick<FoundDeployment, 'id' | 'accountId'>,
): SecretSource {
  return { epoch: () => epochs.of(accountId), secrets: () => deployments.secretsOf(id) };
}

/** The one secret of a deployment that is opened with it. */
export function givenSecret(apiSecret: string): SecretSource {
  return { epoch: () => 0, secrets: async () => [apiSecret] };
}
