import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { provisioningCrash } from '../../scripts/prove/provisioning-crash.ts';
import { Random } from '../../scripts/prove/random.ts';
import { freePort } from '../servers/free-port.ts';
import { storeKinds, storePlace } from '../servers/store-place.ts';

const kills = Number(process.env['ORRERY_PROVE_RUNS'] ?? 2);
const seed = Number(process.env['ORRERY_PROVE_SEED'] ?? 20240517);

it.each(storeKinds)(
  'a server that is killed while users are provisioned has lost no acknowledged change, with its metadata on %s',
  async (kind) => {
    const place = await storePlace(kind);
    try {
      const { dataDirectory } = place.settings;
      const project = join(dataDirectory, 'project');
      cpSync(join(import.meta.dirname, '../attacks/project'), project, { recursive: true });
      const metadata = await openMetadata(place.settings, Date);
      const key = await metadata.accounts.takeFirstKey(metadata.accountId);
      await metadata.close();
      const { environment } = place;
      const port = await freePort();
      const crashes = {
        kills,
        project,
        data: dataDirectory,
        port,
        environment,
        key: key ?? '',
        random: new Random(seed),
      };
      const report = await provisioningCrash(crashes);
      expect(report.faults).toEqual([]);
      expect(report.acknowledged).toBeGreaterThanOrEqual(kills);
    } finally {
      await place.remove();
    }
  },
  600_000 + kills * 60_000,
);
