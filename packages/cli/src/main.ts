import { type ClosedPipes, type CommandInput, endOnClosedPipes, parseFlags } from './command/index.ts';
import { boundNewSpace } from './bound-new-space.ts';
import { commands } from './commands/index.ts';
import { didYouMean, OperatorError } from '@orrery/kernel';

/** The values that a clone gives its own command line. */
export type GivenByClone = Pick<CommandInput, 'pagesBuilt' | 'developmentPages' | 'usualSqlPort'>;

/** Runs the command line. Sets the exit code; the process ends when nothing is left to do. */
export async function main(args: readonly string[], given: GivenByClone = {}): Promise<void> {
  const pipes = endOnClosedPipes();
  try {
    process.exitCode = await run(args, pipes, given);
  } catch (error) {
    process.exitCode = 1;
    const { SecretTexts } = await import('./log/secret-texts.ts');
    const said = error instanceof OperatorError ? error.message : describeFault(error);
    process.stderr.write(`${new SecretTexts().hideIn(said)}\n`);
  }
}

async function run(all: readonly string[], pipes: ClosedPipes, given: GivenByClone): Promise<number> {
  const [name] = all;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const { overview } = await import('./commands/help.ts');
    terminal.print(await overview());
    return 0;
  }
  if (name === '--version' || name === '-v') {
    terminal.print((await import('@orrery/config')).version);
    return 0;
  }
  const { load, args } = findCommand(all);
  const command = await load();
  const { flags, words } = parseFlags(command, args);
  if (flags['help']) {
    terminal.print((await import('./commands/help.ts')).helpOf(command));
    return 0;
  }
  boundNewSpace();
  return command.run({
    ...terminal,
    ...given,
    serve: async (...served) => {
      pipes.leaveOpen();
      return (await import('./serve.ts')).serve(...served);
    },
    flags,
    words,
  });
}

const terminal: Omit<CommandInput, 'flags' | 'words' | 'serve'> = {
  environment: process.env,
  directory: process.cwd(),
  clock: Date,
  serveInside: async (...given) => (await import('./serve-inside.ts')).serveInside(...given),
  print: (text) => void process.stdout.write(`${text}\n`),
  note: (text) => void process.stderr.write(`${text}\n`),
};

function findCommand(given: readonly string[]) {
  const [first = '', second] = given;
  const pair = commands.get(`${first} ${second}`);
  if (pair) return { load: pair, args: given.slice(2) };
  const load = commands.get(first);
  if (load) return { load, args: given.slice(1) };
  const group = [...commands.keys()].filter((name) => name.startsWith(`${first} `));
  throw group.length > 0 ? incomplete(first, second, group) : unknownCommand(first);
}

function incomplete(first: string, second: string | undefined, group: readonly string[]): OperatorError {
  const what =
    second === undefined || second.startsWith('-')
      ? `'${first}' is an incomplete command`
      : `There is no command '${first} ${second}'`;
  return new OperatorError(`${what}: ${group.map((name) => `orrery ${name}`).join(', ')}.`);
}

function unknownCommand(name: string): OperatorError {
  const hint = didYouMean(name, commands.keys(), (found) => `orrery ${found}`) ?? 'orrery --help lists the commands.';
  return new OperatorError(`There is no command '${name}'. ${hint}`);
}

function describeFault(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
