import { parseArgs } from 'node:util';
import { ConfigError, type ConfigProblem, didYouMean } from '@orrery/kernel';
import { type Flags, settingNames, unbuiltFlags } from '@orrery/config';
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
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const flags = new Map<string, string | boolean>();
  const words: string[] = [];
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

function unknownFlag(name: string, rawName: string, known: Iterable<string>): ConfigProblem {
  const later = unbuiltFlags.get(name);
  if (later !== undefined) return { message: `${rawName}: this version of Orrery does not have ${later} yet.` };
  const hint = didYouMean(name, known, (found) => `--${found}`);
  return { message: `There is no flag ${rawName}.`, ...(hint ? { hint } : {}) };
}

function wrongWords(command: Command, words: readonly string[]): ConfigProblem {
  const surplus = words[command.words];
  if (surplus !== undefined) return { message: `'${surplus}' is an unexpected argument: orrery ${command.usage}` };
  return { message: `Something is missing: orrery ${command.usage}` };
}
