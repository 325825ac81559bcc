import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServedMetadata, serveMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { ApiKeyAuthenticator } from '../../packages/people/src/key/api-key-authenticator.ts';
import { type Figure, median, timeInTurns, timeMs } from '../measure.ts';

const checksAtATime = 10_000;
/** Bytes that a commit of one small row writes to the journal. */
const journalBytes = 4_096 + 24;

/** Measures the cost of the check of an API key, and the durable writes per second of the store, on SQLite. */
export async function metadataStore(): Promise<readonly Figure[]> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'orrery-bench-store-'));
  const settings = { dataDirectory, account: 'default', mayMigrate: true };
  const metadata = await serveMetadata(settings, Date);
  try {
    return [await keyCheck(metadata), await durableWrites(metadata, dataDirectory)];
  } finally {
    await metadata.close();
    rmSync(dataDirectory, { recursive: true });
  }
}

async function keyCheck({ store, epochs, accounts, accountId }: ServedMetadata): Promise<Figure> {
  const text = await accounts.takeFirstKey(accountId);
  const log = { warn: (details: object, message: string) => console.warn(message, details) };
  const authenticator = new ApiKeyAuthenticator({ database: store.database, epochs, clock: Date, log });
  const headers = { authorization: `Bearer ${text}` };
  const samples: number[] = [];
  for (let round = -2; round < 15; round += 1) {
    const took = await timeMs(async () => {
      for (let check = 0; check < checksAtATime; check += 1) await authenticator.personOf(headers);
    });
    if (round >= 0) samples.push((took * 1000) / checksAtATime);
  }
  return {
    name: 'check of a remembered API key, its standing included',
    measured: `${median(samples).toFixed(1)} µs`,
    baseline: '',
    bound: '20 µs',
    isWithin: median(samples) <= 20,
  };
}

async function durableWrites({ store }: ServedMetadata, directory: string): Promise<Figure> {
  const file = openSync(join(directory, 'bare'), 'w');
  const piece = Buffer.alloc(journalBytes);
  const { kept, bare } = await timeInTurns(
    {
      kept: (round) => store.database.updateTable('account').set({ created_at: round }).execute(),
      bare: () => {
        writeSync(file, piece);
        fdatasyncSync(file);
      },
    },
    1_000,
  );
  closeSync(file);
  const [ours, theirs] = [median(kept), median(bare)];
  return {
    name: 'durable change of the metadata store',
    measured: `${(ours * 1000).toFixed(0)} µs, ${(1000 / ours).toFixed(0)} a second`,
    baseline: `${(theirs * 1000).toFixed(0)} µs: the same bytes, written and synced`,
    bound: '2x the bare write',
    isWithin: ours <= 2 * theirs,
  };
}
