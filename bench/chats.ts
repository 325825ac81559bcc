import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streamsOfChats } from './figures/chat.ts';

/** Measures many chats at once, alone, in about a minute: `node bench/chats.ts [folder]`. A folder in memory leaves the disk out. */
const data = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'orrery-chats-'));
try {
  for (const { name, measured, baseline, bound, isWithin } of await streamsOfChats(data))
    console.log(
      `${isWithin ? 'ok  ' : 'MISS'} ${name}: ${measured} (bound ${bound}${baseline && `, before ${baseline}`})`,
    );
} finally {
  rmSync(data, { recursive: true });
}
