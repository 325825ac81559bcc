import { version } from '@orrery/config';
import { type Command, flagsOf } from '../command/index.ts';
import { commands } from './commands.ts';

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
    const name = flag.short === undefined ? `--${flag.name}` : `-${flag.short}, --${flag.name}`;
    return `  ${`${name} ${takes}`.trimEnd().padEnd(26)} ${meaning.join('  ')}`;
  });
  return [`Usage: orrery ${command.usage}`, '', command.summary, '', ...flags].join('\n');
}
