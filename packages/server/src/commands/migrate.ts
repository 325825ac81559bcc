import { makeDataDirectory } from '../catalog/data-directory.ts';
import { readSettings } from '../config/settings.ts';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { StoreUnavailable, storeUnreachable } from '../db/store-unavailable.ts';
import type { Command } from './command.ts';

export const migrateStore: Command = {
  usage: 'migrate [--data DIR]',
  summary: 'brings the metadata store up to date',
  settings: ['data', 'dev'],
  flags: [],
  words: 0,
  async run({ flags, environment, directory, print }) {
    const settings = readSettings({ flags, environment, directory });
    if (!settings.databaseAddress) makeDataDirectory(settings.dataDirectory);
    const store = await connect(settings);
    try {
      const applied = await migrate(store.database);
      for (const name of applied) print(name);
      print('The metadata store is up to date.');
      return 0;
    } catch (error) {
      throw error instanceof StoreUnavailable ? storeUnreachable(error) : error;
    } finally {
      await store.close();
    }
  },
};
