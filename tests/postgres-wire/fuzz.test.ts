import { describe, expect, it, vi } from 'vitest';
import { frame, raw, type RawClient, shortened, startCodes, startFrame, startup } from './raw-client.ts';
import { ended, scriptedPort } from './scripted-port.ts';

/** Streams of the suite; `npm run prove -- wire` sets 10,000. */
const streams = Number(process.env['ORRERY_WIRE_STREAMS'] ?? 300);
const seed = Number(process.env['ORRERY_WIRE_SEED'] ?? 7);

/** Numbers from 0 to 1 that a seed decides. Source: mulberry32. */
function numbersOf(start: number): () => number {
  let state = start | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const texts = [
  'rows 3',
  'rows 250',
  'begin',
  'commit',
  'rollback',
  'savepoint a',
  'rollback to a',
  'begin; declare c for rows 9; fetch 2 c',
  'fetch all c',
  'copy rows 3',
  'wrong',
  ';',
  'rows 200 break',
  'prepare p as rows 2',
  'execute p',
  'set application_name x',
  'discard all',
  'close all',
];

function messagesOf(next: () => number): Buffer[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const name = () => pick(['', 'a', 'b', 'c']);
  const made = (): Buffer => {
    switch (Math.floor(next() * 9)) {
      case 0:
        return raw.query(pick(texts));
      case 1:
        return raw.parse(name(), pick(texts), pick([[], [25], [0, 0]]));
      case 2:
        return raw.bind(name(), name(), pick([[], ['1'], [null, 'x']]), { formats: pick([[], [0], [1], [0, 1]]) });
      case 3:
        return raw.execute(name(), pick([0, 1, 2, 100]));
      case 4:
        return raw.describe(pick(['S', 'P']), name());
      case 5:
        return raw.close(pick(['S', 'P']), name());
      case 6:
        return raw.flush;
      case 7:
        return frame('d', Buffer.from('x'));
      default:
        return raw.sync;
    }
  };
  return Array.from({ length: 1 + Math.floor(next() * 8) }, made);
}

/** Changes some bytes, leaves some out, repeats some, or cuts the end off; half of the streams are left as they are. */
function mutated(bytes: Buffer, next: () => number): Buffer {
  if (next() < 0.5) return bytes;
  const at = () => Math.floor(next() * bytes.length);
  const changed = Buffer.from(bytes);
  for (let count = 1 + Math.floor(next() * 4); count > 0; count -= 1) changed[at()] = Math.floor(next() * 256);
  switch (Math.floor(next() * 4)) {
    case 0:
      return changed.subarray(0, at());
    case 1: {
      const [from, to] = [at(), at()];
      return Buffer.concat([changed.subarray(0, from), changed.subarray(to)]);
    }
    default:
      return changed;
  }
}

/** The end of the messages: the server answers it, or has closed the connection before. */
async function answersTo(client: RawClient, bytes: Buffer) {
  client.send(bytes, raw.sync, raw.sync, raw.query('rows 1'));
  client.stream.end(raw.terminate);
  return client.until('never');
}

/** Every answer is one of the protocol's, and whole streams are answered up to their last message. */
function requireOrder(letters: readonly string[], isWhole: boolean): void {
  const known = /^(?:[RSKZTDCEIN1-3ntsHdcv]|C .*|Z [ITE]|[EN] \w{5}|D .*)$/s;
  for (const letter of letters) expect(letter).toMatch(known);
  if (isWhole) expect(letters.at(-1)).toMatch(/^Z /);
}

describe('mutated streams of messages', () => {
  it(`${streams} of them leave no session, no statement, and a server that answers`, async () => {
    const { session, start, connect, wire, faults, running } = await scriptedPort({ mostMessageBytes: 64 * 1024 });
    for (let index = 0; index < streams; index += 1) {
      const next = numbersOf(seed * 1_000_003 + index);
      const at = `seed ${seed}, stream ${index}`;
      if (index % 10 === 0) {
        const client = await connect();
        const first = [
          startup({ user: 'u', options: '-c a=b' }),
          startFrame(startCodes.tls),
          startFrame(startCodes.cancel, Buffer.alloc(8)),
        ][Math.floor(next() * 3)]!;
        client.send(mutated(Buffer.concat([first, raw.password('a.b.c')]), next));
        client.stream.end();
        await ended(client);
        continue;
      }
      const { client, messages } = await start();
      expect(shortened(messages).at(-1), at).toBe('Z I');
      const whole = Buffer.concat(messagesOf(next));
      const sent = mutated(whole, next);
      const letters = shortened(await answersTo(client, sent));
      try {
        requireOrder(letters, sent === whole);
      } catch (error) {
        throw new Error(`${at}: ${letters.join(', ')}`, { cause: error });
      }
      client.close();
    }
    await vi.waitFor(() => expect(running.size).toBe(0));
    await vi.waitFor(() => expect(wire.runs.filter(({ isEnded, taken }) => !isEnded && taken > 0)).toEqual([]));
    const said = faults.map((fault) => (fault as { readonly err: Error }).err.message);
    expect(said.filter((message) => message !== 'a fault of the engine')).toEqual([]);
    expect(shortened(await (await session()).ask(raw.query('rows 1')))).toEqual(['T', 'D 1', 'C SELECT 1', 'Z I']);
  }, 600_000);
});
