import { mintToken, openMetadata, tokenSettingsOf } from '@orrery/deployments';
import { readSettings } from '@orrery/config';
import { OperatorError } from '@orrery/kernel';
import { type Command, readCaller, readContext, readNumber } from '../../command/index.ts';

const daySeconds = 24 * 60 * 60;
const longestSeconds = 10 * 365 * daySeconds;

/** Works on the data folder while a server runs. */
export const token: Command = {
  usage: 'token [--deployment N] [--context JSON] [--expires SECONDS]',
  summary: 'prints a Data API token',
  settings: ['project', 'data', 'dev'],
  flags: [
    { name: 'deployment', shows: 'N  whose token (default: 1)' },
    { name: 'context', shows: 'JSON|@FILE  what the model may read of the caller' },
    { name: 'expires', shows: 'SECONDS  how long it is valid (default: a day)' },
  ],
  words: 0,
  async run(input) {
    const { flags, environment, directory, clock, print } = input;
    const settings = readSettings({ flags, environment, directory });
    const securityContext = readContext(flags['context'], directory);
    const expiresInSeconds = readNumber('--expires', flags['expires'] ?? String(daySeconds), longestSeconds);
    const id = readNumber('--deployment', flags['deployment'] ?? '1');
    await readCaller(flags['context'], input); // one that the server refuses is not signed
    const metadata = await openMetadata(settings, clock);
    const deployments = await metadata.deployments.list(metadata.accountId).finally(() => metadata.close());
    const deployment = deployments.find((candidate) => candidate.id === id);
    if (!deployment) throw new OperatorError(`There is no deployment ${id}.`);
    const request = { deployment, securityContext, expiresInSeconds, clock };
    const text = await mintToken(request, tokenSettingsOf(id, settings.tokens));
    if (text === undefined) {
      throw new OperatorError(
        'This deployment checks tokens with a public key; only the owner of the private key can sign them.',
      );
    }
    print(text);
    return 0;
  },
};
