import { readSettings } from '../../../config/src/settings.ts';
import { migrate } from '../../../store/src/database/migrate.ts';
import { migrateDatabaseHistory } from '../../../server/src/history/database-history.ts';
import type { Command } from '../command/command.ts';
import { withStore } from '../command/with-store.ts';

export const migrateStore: Command = {
  usage: 'migrate [--data DIR]',
  summary: 'brings the metadata store up to date',
  settings: ['data', 'dev'],
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
