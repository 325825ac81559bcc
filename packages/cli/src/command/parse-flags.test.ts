import { describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import { parseFlags } from './parse-flags.ts';

const command: Command = {
  usage: "query [--project DIR] 'JSON'",
  summary: '',
  settings: ['project', 'dev'],
  flags: [{ name: 'format', shows: 'X  x' }],
  words: 1,
  run: async () => 0,
};

const parse = (...args: string[]) => parseFlags(command, args);

describe('a command that passes arguments on', () => {
  const passes = (...args: string[]) => parseFlags({ ...command, passesOnTo: 'psql', words: 100, leastWords: 0 }, args);

  it.each([
    [
      ['--project', 'a', '--dev', '-c', 'SELECT 1', '--project', 'b'],
      { project: 'a', dev: true },
      ['-c', 'SELECT 1', '--project', 'b'],
    ],
    [['--format=csv', '--', '--project', 'b'], { format: 'csv' }, ['--project', 'b']],
    [['--csv', '--dev'], {}, ['--csv', '--dev']],
    [['--project', '-c'], { project: '-c' }, []],
    [[], {}, []],
  ])('takes its flags in %j', (args, flags, words) => {
    expect(passes(...args)).toEqual({ flags, words });
  });
});

describe('the flags of a command', () => {
  it('are accepted before or after the arguments, with = or a space', () => {
    expect(parse('--project', 'a', '{}', '--format=csv', '--dev')).toEqual({
      flags: { project: 'a', format: 'csv', dev: true },
      words: ['{}'],
    });
  });

  it.each([
    [['{}', '--projcet', 'a'], 'There is no flag --projcet. Did you mean --project?'],
    [['{}', '-x'], 'There is no flag -x.'],
    [['{}', '--format'], '--format needs a value.'],
    [['{}', '--dev=yes'], '--dev takes no value.'],
    [[], "Something is missing: orrery query [--project DIR] 'JSON'"],
    [['{}', 'b'], "'b' is an unexpected argument: orrery query [--project DIR] 'JSON'"],
  ])('are refused: %j', (args, message) => {
    expect(() => parse(...args)).toThrow(message);
  });

  it('are refused with all their problems together', () => {
    expect(() => parse('{}', '--one', '--two')).toThrow(/--one.*\n.*--two/);
  });
});
