import type { SecretSource } from './stored-secret-keys.ts';
import type { FoundDeployment } from '../deployment/index.ts';
import type { ServedMetadata } from '../open-metadata.ts';

/** The current secrets of a deployment in the metadata store. */
export function storedSecrets(
  { epochs, deployments }: Pick<ServedMetadata, 'epochs' | 'deployments'>,
  { id, accountId }: Pick<FoundDeployment, 'id' | 'accountId'>,
): SecretSource {
  return { epoch: () => epochs.of(accountId), secrets: () => deployments.secretsOf(id) };
}

/** The single secret of a deployment, given when it is opened. */
export function givenSecret(apiSecret: string): SecretSource {
  return { epoch: () => 0, secrets: async () => [apiSecret] };
}
