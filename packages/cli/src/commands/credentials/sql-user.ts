import { isSqlUserName, scramVerifierText } from '@orrery/config';
import { OperatorError } from '@orrery/kernel';
import { type Command, readNewPassword } from '../../command/index.ts';

export const sqlUser: Command = {
  usage: 'sql-user NAME',
  summary: 'asks for a password and prints the account for sql.users of orrery.yml',
  settings: [],
  flags: [],
  words: 1,
  async run({ words, print, note }) {
    const [name = ''] = words;
    if (!isSqlUserName(name)) {
      throw new OperatorError('A name of an account has 1 to 63 bytes and no control characters.');
    }
    const password = await readNewPassword(`Password of '${name}': `);
    const verifier = await scramVerifierText(password);
    print(`    ${JSON.stringify(name)}:\n      verifier: ${JSON.stringify(verifier)}`);
    note(
      'Put these lines below sql: users: in orrery.yml and restart the server. The password cannot be read from them.',
    );
    return 0;
  },
};
