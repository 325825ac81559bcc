import { mintToken, openMetadata, tokenSettingsOf } from '@orrery/deployments';
import { readSettings } from '@orrery/config';
import { OperatorError } from '@orrery/kernel';
import { type CommandInput, readCaller, readContext, readNumber } from '../../command/index.ts';

/** The flags that say whose token it is. */
export const tokenFlags = [
  { name: 'deployment', shows: 'N  whose token (default: 1)' },
  { name: 'context', shows: 'JSON|@FILE  what the model may read of the caller' },
];

/**
 * Signs a token of the Data API with the flags `deployment` and `context` of a command.
 *
 * @throws OperatorError for a context that the server refuses, an unknown deployment, and one whose tokens others sign
 */
export async function signToken(
  input: CommandInput,
  expiresInSeconds: number,
): Promise<{ readonly deploymentId: number; readonly text: string }> {
  const { flags, environment, directory, clock } = input;
  const settings = readSettings({ flags, environment, directory });
  const securityContext = readContext(flags['context'], directory);
  const id = readNumber('--deployment', flags['deployment'] ?? '1');
  await readCaller(flags['context'], input); // one that the server refuses is not signed
  const metadata = await openMetadata(settings, clock);
  const deployments = await metadata.deployments.list(metadata.accountId).finally(() => metadata.close());
  const deployment = deployments.find((candidate) => candidate.id === id);
  if (!deployment) throw new OperatorError(`There is no deployment ${id}.`);
  const request = { deployment, securityContext, expiresInSeconds, clock };
  const text = await mintToken(request, tokenSettingsOf(id, settings.tokens));
  if (text !== undefined) return { deploymentId: id, text };
  throw new OperatorError(
    'This deployment checks tokens with a public key; only the owner of the private key can sign them.',
  );
}
