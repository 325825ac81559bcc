import { type Command, readNumber } from '../../command/index.ts';
import { signToken, tokenFlags } from './sign-token.ts';

const daySeconds = 24 * 60 * 60;
const longestSeconds = 10 * 365 * daySeconds;

/** Works on the data folder while a server runs. */
export const token: Command = {
  usage: 'token [--deployment N] [--context JSON] [--expires SECONDS]',
  summary: 'prints a Data API token',
  settings: ['project', 'data', 'dev'],
  flags: [...tokenFlags, { name: 'expires', shows: 'SECONDS  how long it is valid (default: a day)' }],
  words: 0,
  async run(input) {
    const { flags, print } = input;
    const seconds = readNumber('--expires', flags['expires'] ?? String(daySeconds), longestSeconds);
    print((await signToken(input, seconds)).text);
    return 0;
  },
};
