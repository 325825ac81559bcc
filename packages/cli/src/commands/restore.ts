import { resolve } from 'node:path';
import { connect, restoreBackup, asOperatorError } from '@orrery/store';
import { makeDataDirectory } from '@orrery/runtime';
import { keySourceOf } from '@orrery/deployments';
import { readSettings } from '@orrery/config';
import type { Command } from '../command/index.ts';

export const restore: Command = {
  usage: 'restore FILE [--replace] [--data DIR]',
  summary: 'makes the metadata store what it was when a backup was made',
  settings: ['data', 'dev'],
  flags: [{ name: 'replace', isSwitch: true, shows: '  replaces what the store holds' }],
  words: 1,
  async run({ flags, words, environment, directory, clock, print, note }) {
    const settings = readSettings({ flags, environment, directory });
    const file = resolve(directory, words[0] ?? '');
    makeDataDirectory(settings.dataDirectory);
    try {
      const { rows, createdAt } = await restoreBackup({
        file,
        source: keySourceOf(settings),
        connect: () => connect(settings),
        mayReplace: flags['replace'] === true,
        clock,
      });
      print(`The metadata store is as it was at ${createdAt}: ${rows} rows. Running servers notice within a second.`);
      note('API keys and secrets that were revoked since then work again: revoke them again.');
      return 0;
    } catch (error) {
      throw asOperatorError(error, settings);
    }
  },
};
