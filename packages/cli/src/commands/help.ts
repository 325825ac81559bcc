import { version } from '../../../config/src/version.ts';
import type { Command } from '../command/command.ts';
import { commands } from './commands.ts';
import { flagsOf } from '../command/parse-flags.ts';

export async function overview(): Promise<string> {
  const lines = await Promise.all(
    [...commands].map(async ([name, load]) => `  ${name.padEnd(15)} ${(await load()).summary}`),
  );
  return [
    `Orrery ${version}`,
    '',
    'Usage: orrery <command> [flags]',
    '',
    ...lines,
    '',
    'orrery <command> --help lists the flags of one command.',
  ].join('\n');
}

export function helpOf(command: Command): string {
  const flags = flagsOf(command).map((flag) => {
    const [takes = '', ...meaning] = flag.shows.split('  ');
    return `  ${`--${flag.name} ${takes}`.trimEnd().padEnd(26)} ${meaning.join('  ')}`;
  });
  return [`Usage: orrery ${command.usage}`, '', command.summary, '', ...flags].join('\n');
}
