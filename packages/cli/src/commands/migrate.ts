import { readSettings } from '@orrery/config';
import { migrate } from '@orrery/store';
import { migrateDatabaseHistory } from '@orrery/server';
import { type Command, withStore } from '../command/index.ts';

export const migrateStore: Command = {
  usage: 'migrate [--data DIR]',
  summary: 'brings the metadata store up to date',
  settings: ['project', 'data', 'dev'],
  flags: [],
  words: 0,
  async run({ flags, environment, directory, print }) {
    const settings = readSettings({ flags, environment, directory });
    const applied = await withStore(settings, async ({ kind, database }) => [
      ...(await migrate(database)),
      ...(kind === 'postgres' ? await migrateDatabaseHistory(database) : []),
    ]);
    for (const name of applied) print(name);
    print('The metadata store is up to date.');
    return 0;
  },
};
