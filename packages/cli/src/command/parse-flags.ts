import { parseArgs } from 'node:util';
import { ConfigError, type ConfigProblem, didYouMean } from '@orrery/kernel';
import { type Flags, settingNames } from '@orrery/config';
import type { Command, CommandFlag } from './command.ts';

/** Lists every flag the command accepts, its settings included. */
export function flagsOf(command: Command): readonly CommandFlag[] {
  const settings = command.settings.flatMap((key) => {
    const { flag, isSwitch, shows } = settingNames[key];
    return flag === undefined || shows === undefined ? [] : [{ name: flag, isSwitch: isSwitch ?? false, shows }];
  });
  return [...settings, ...command.flags, { name: 'help', isSwitch: true, shows: '  this text' }];
}

/** @throws ConfigError listing every flag that is wrong */
export function parseFlags(
  command: Command,
  args: readonly string[],
): { readonly flags: Flags; readonly words: readonly string[] } {
  const known = new Map(flagsOf(command).map((flag) => [flag.name, flag]));
  const options = Object.fromEntries(
    [...known.values()].map((flag) => [
      flag.name,
      {
        type: flag.isSwitch ? ('boolean' as const) : ('string' as const),
        ...(flag.short === undefined ? {} : { short: flag.short }),
      },
    ]),
  );
  const own = command.passesOnTo === undefined ? args.length : countOwn(args, known);
  const { tokens } = parseArgs({
    args: args.slice(0, own),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const flags = new Map<string, string | boolean>();
  const words = args.slice(args[own] === '--' ? own + 1 : own);
  const problems: ConfigProblem[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = known.get(token.name);
    if (!flag) problems.push(unknownFlag(token.name, token.rawName, known.keys()));
    else if (flag.isSwitch && token.value !== undefined) problems.push({ message: `${token.rawName} takes no value.` });
    else if (!flag.isSwitch && token.value === undefined) problems.push({ message: `${token.rawName} needs a value.` });
    else flags.set(token.name, token.value ?? true);
  }
  const { words: most, leastWords: least = most } = command;
  if ((words.length < least || words.length > most) && !flags.has('help')) problems.push(wrongWords(command, words));
  if (problems.length > 0) throw new ConfigError(problems);
  return { flags: Object.fromEntries(flags), words };
}

/** The number of arguments before the first that is no flag of the command, with the values of flags. */
function countOwn(args: readonly string[], known: ReadonlyMap<string, CommandFlag>): number {
  for (let at = 0; at < args.length; at++) {
    const [, name = '', value] = /^--([^=]+)(=.*)?$/s.exec(args[at] ?? '') ?? [];
    const flag = known.get(name);
    if (!flag) return at;
    if (!flag.isSwitch && value === undefined) at += 1;
  }
  return args.length;
}

function unknownFlag(name: string, rawName: string, known: Iterable<string>): ConfigProblem {
  const hint = didYouMean(name, known, (found) => `--${found}`);
  return { message: `There is no flag ${rawName}.`, ...(hint ? { hint } : {}) };
}

function wrongWords(command: Command, words: readonly string[]): ConfigProblem {
  const surplus = words[command.words];
  if (surplus !== undefined) return { message: `'${surplus}' is an unexpected argument: orrery ${command.usage}` };
  return { message: `Something is missing: orrery ${command.usage}` };
}
