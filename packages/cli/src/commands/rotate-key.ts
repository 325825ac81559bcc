import { keySourceOf, openMetadata } from '@orrery/deployments';
import { OperatorError } from '@orrery/kernel';
import { readSettings } from '@orrery/config';
import { deriveMasterKey, KeyFolder, rotateMasterKey } from '@orrery/store';
import type { Command } from '../command/index.ts';

export const rotateKey: Command = {
  usage: 'rotate-key [--data DIR]',
  summary: 'encrypts every stored secret with a new master key; running servers keep running',
  settings: ['project', 'data', 'dev'],
  flags: [],
  words: 0,
  async run({ flags, environment, directory, clock, print, note }) {
    const settings = readSettings({ flags, environment, directory });
    const { masterKey, nextMasterKey, dataDirectory } = settings;
    if (masterKey !== undefined && nextMasterKey === undefined) {
      throw new OperatorError(
        'The master key comes from ORRERY_SECRET_KEY: give the new one in ORRERY_NEW_SECRET_KEY.',
      );
    }
    const folder = new KeyFolder(dataDirectory);
    const nextKey = () => (nextMasterKey === undefined ? folder.prepareNext() : deriveMasterKey(nextMasterKey));
    const metadata = await openMetadata(settings, clock);
    const { store, keyring } = metadata;
    try {
      const source = keySourceOf(settings);
      const { from, to, resealed } = await rotateMasterKey({
        database: store.database,
        keyring,
        source,
        nextKey,
        clock,
      });
      if (from === to) print(`Everything is sealed by the key ${to} already.`);
      else print(`${resealed} secrets are sealed by the key ${to} now, no longer by ${from}.`);
      if (nextMasterKey !== undefined)
        note('From now on start servers and commands with the new key as ORRERY_SECRET_KEY.');
      if (from !== to) note(`Backups made before need the key ${from}: ${whereOld(nextMasterKey, from)}.`);
      return 0;
    } finally {
      await metadata.close();
    }
  },
};

function whereOld(nextMasterKey: string | undefined, id: string): string {
  if (nextMasterKey !== undefined) return 'keep it with them';
  return `it is kept as master.key.before-${id} until you delete it`;
}
