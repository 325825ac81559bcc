import { resolve } from 'node:path';
import { writeBackup } from '@orrery/store';
import { keySourceOf } from '@orrery/deployments';
import { readSettings } from '@orrery/config';
import { type Command, withStore } from '../command/index.ts';

export const backup: Command = {
  usage: 'backup FILE [--data DIR]',
  summary: 'writes the metadata store into a file, while servers run',
  settings: ['project', 'data', 'dev'],
  flags: [],
  words: 1,
  async run({ flags, words, environment, directory, clock, print, note }) {
    const settings = readSettings({ flags, environment, directory });
    const file = resolve(directory, words[0] ?? '');
    const source = keySourceOf(settings);
    const { rows, tables, keyId } = await withStore(settings, (store) => writeBackup({ store, source, file, clock }));
    print(`${file} holds ${rows} rows of ${tables} tables.`);
    note(`Its secrets open with the master key ${keyId}, which is not in it: keep that elsewhere.`);
    return 0;
  },
};
