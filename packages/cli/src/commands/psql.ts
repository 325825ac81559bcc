import { spawn } from 'node:child_process';
import { readSettings } from '@orrery/config';
import { OperatorError } from '@orrery/kernel';
import { processesOf } from '@orrery/runtime';
import { type Command, type CommandInput } from '../command/index.ts';
import { signToken, tokenFlags } from './credentials/sign-token.ts';

const hourSeconds = 60 * 60;

/** Opens the psql of this machine on the SQL port of the server that serves the data folder. */
export const psql: Command = {
  usage: 'psql [--deployment N] [--context JSON] [PSQL ARGUMENTS]',
  summary: 'opens the installed psql on the SQL port, with a token for an hour',
  settings: ['project', 'data', 'dev', 'sqlPort'],
  flags: tokenFlags,
  words: Number.POSITIVE_INFINITY,
  leastWords: 0,
  passesOnTo: 'psql',
  async run(input) {
    const port = await portOf(input);
    const { deploymentId, text } = await signToken(input, hourSeconds);
    // Arguments and variables that the caller gives to psql come before these.
    const connection = {
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGDATABASE: String(deploymentId),
      PGUSER: 'cube',
      PGPASSWORD: text,
    };
    return runPsql(input.words, { ...input.environment, ...connection });
  },
};

/** @throws OperatorError where no server with that port is found */
async function portOf(input: CommandInput): Promise<number> {
  const { flags, environment, directory } = input;
  const settings = readSettings({ flags, environment, directory });
  const { port } = settings.sql;
  if (typeof port === 'number' && port > 0) return port;
  const serving = (await processesOf(settings.dataDirectory)).find(
    ({ state, sqlPort }) => state !== 'ended' && sqlPort !== undefined,
  );
  if (serving?.sqlPort !== undefined) return serving.sqlPort;
  throw new OperatorError(
    'No server with an open SQL port serves this data folder. Start one with --sql-port 15432, or name the port of one with --sql-port.',
  );
}

async function runPsql(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn('psql', words, { stdio: 'inherit', env: environment });
  const leaveToPsql = () => undefined; // Ctrl-C cancels a statement there
  process.on('SIGINT', leaveToPsql);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        const isMissing = error.code === 'ENOENT';
        reject(
          isMissing ? new OperatorError('psql is not installed. On Debian: apt-get install postgresql-client.') : error,
        );
      });
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    process.off('SIGINT', leaveToPsql);
  }
}
