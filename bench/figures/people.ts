import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { presentUser } from '../../packages/server/src/faces/platform/user/present-user.ts';
import { showUsers } from '../../packages/server/src/faces/platform/user/show-users.ts';
import { type Figure, median, timeMs } from '../measure.ts';

const people = 100_000;
const inOneStatement = 1_000;
const pageSize = 100;
const boundMs = 5;

/** Measures the time for a page of users far into a long list, on SQLite, without HTTP. */
export async function pageOfPeople(): Promise<readonly Figure[]> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'orrery-bench-people-'));
  const metadata = await serveMetadata({ dataDirectory, account: 'default', mayMigrate: true }, Date);
  const { store, accountId, users } = metadata;
  try {
    for (let first = 0; first < people; first += inOneStatement) {
      const rows = Array.from({ length: inOneStatement }, (_, index) => personAt(accountId, first + index));
      await store.database.insertInto('account_user').values(rows).execute();
    }
    const samples: number[] = [];
    for (let round = -5; round < 100; round += 1) {
      const afterId = 1_000 + Math.max(round, 0) * 900;
      const took = await timeMs(async () => {
        const page = await users.list(accountId, { afterId, most: pageSize + 1 });
        const shown = await showUsers(accountId, page, metadata);
        if (shown.map(presentUser).length !== pageSize + 1) throw new Error('a page is not full');
      });
      if (round >= 0) samples.push(took);
    }
    const middle = median(samples);
    return [
      {
        name: `a page of ${pageSize} users of ${people.toLocaleString('en')}, with groups and roles`,
        measured: `${middle.toFixed(2)} ms`,
        baseline: '',
        bound: `${boundMs} ms`,
        isWithin: middle <= boundMs,
      },
    ];
  } finally {
    await metadata.close();
    rmSync(dataDirectory, { recursive: true });
  }
}

function personAt(accountId: number, index: number) {
  const username = `person-${index}@example.com`;
  const role = { role: 'viewer', status: 'active', created_at: index };
  return { account_id: accountId, username, username_key: username, email: username, ...role };
}
