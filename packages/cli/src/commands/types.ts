import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { MetaAnswer } from '@orrery/contract';
import { OperatorError } from '@orrery/kernel';
import { branchFlag, type Command, type CommandInput, contextFlag, readCaller } from '../command/index.ts';
import { declarationsOf, metaOfProject, metaOfServer } from '../types/index.ts';

export const types: Command = {
  usage: 'types [--project DIR] [--branch NAME] [--context JSON] | [--url URL --token TOKEN] [-o FILE] [--check]',
  summary: 'writes the types of a model for @orrery/client, of a project or of a server',
  settings: ['project', 'data'],
  flags: [
    branchFlag,
    contextFlag,
    { name: 'url', shows: 'URL  address of a server, in place of a project' },
    {
      name: 'token',
      shows: 'TOKEN|@FILE  a Data API token for it; a file keeps it out of the list of processes',
    },
    { name: 'output', short: 'o', shows: 'FILE  where to write (default: print)' },
    { name: 'check', isSwitch: true, shows: '  write nothing; exit with 1 when FILE is not what would be written' },
  ],
  words: 0,
  async run(input) {
    const { flags, directory, print, note } = input;
    const output = flags['output'] === undefined ? undefined : String(flags['output']);
    const isCheck = flags['check'] === true;
    if (isCheck && output === undefined) throw new OperatorError('--check compares a file: name it with -o FILE.');
    const text = declarationsOf(await metaOf(input));
    if (output === undefined) {
      print(text.trimEnd());
      return 0;
    }
    const file = resolve(directory, output);
    const before = await readFile(file, 'utf8').catch(noneIfMissing);
    if (isCheck && before !== text) {
      note(`${output} ${before === undefined ? 'is missing' : 'is not of this model'}: write it with orrery types -o.`);
      return 1;
    }
    if (before !== text) {
      await writeFile(file, text).catch((error: unknown) => {
        throw new OperatorError(`${output} cannot be written: ${error instanceof Error ? error.message : error}`);
      });
    }
    note(before === text ? `${output} is of this model` : `${output} is written`);
    return 0;
  },
};

async function metaOf(input: CommandInput): Promise<Pick<MetaAnswer, 'cubes'>> {
  const { flags, directory } = input;
  const { url, token } = flags;
  if (url === undefined) {
    if (token !== undefined) throw new OperatorError('--token is for a server: name it with --url.');
    return metaOfProject(input, await readCaller(flags['context'], input));
  }
  const others = ['project', 'branch', 'context'].filter((name) => flags[name] !== undefined);
  if (others.length > 0) throw new OperatorError(`--url asks a server: leave out --${others.join(', --')}.`);
  if (token === undefined) throw new OperatorError('A server takes --token TOKEN, or @ and a file that has it.');
  return metaOfServer({ url: String(url), token: await tokenOf(String(token), directory) });
}

async function tokenOf(given: string, directory: string): Promise<string> {
  if (!given.startsWith('@')) return given;
  const path = resolve(directory, given.slice(1));
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new OperatorError(`The token cannot be read from '${path}'.`, { cause: error });
  });
  return text.trim();
}

function noneIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw new OperatorError(`The file cannot be read: ${error instanceof Error ? error.message : error}`);
}
