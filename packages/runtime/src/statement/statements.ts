import { type RequestOwner, type DataScope, growingCache, SerialThread, Unavailable } from '@orrery/kernel';
import type { Parsed } from '@orrery/sql';
import { LRUCache } from 'lru-cache';
import { askerOf } from '../query/index.ts';
import type { Runtime } from '../runtime.ts';

/** Longer texts are read each time. */
const longestText = 16 * 1024;
/** Memory of what was read of a text, about so many bytes for each character. */
const bytesPerCharacter = 64;
const mostBytes = 32 * 1024 * 1024;
/** Statements that wait for an answer and read the clock. */
const mostInstants = 10_000;
/** The time within which a caller has to repeat a request. */
const instantMs = 120_000;

/**
 * Reads the texts of statements for all deployments of a process, in one thread, which begins with the first statement
 * and ends when there were none for a while. Accounts take turns in it, and so do the callers of an account. Remembers
 * short texts.
 */
export class Statements {
  #thread: Promise<SerialThread<string, Parsed>> | undefined;
  readonly #parsed = new LRUCache<string, Parsed>({
    maxSize: mostBytes,
    sizeCalculation: (_, text) => 1 + text.length * bytesPerCharacter,
  });
  readonly #instants = growingCache<string, number>(mostInstants, instantMs);

  /**
   * Returns the instant at which a repeated statement ran first: `now()` has one value while its caller waits for the
   * answer.
   *
   * @param interaction the caller and the request
   */
  instantOf(interaction: string, text: string, now: number): number {
    return this.#instants.get(`${interaction}\n${text}`) ?? now;
  }

  keepInstant(interaction: string, text: string, instant: number): void {
    if (text.length <= longestText) this.#instants.set(`${interaction}\n${text}`, instant);
  }

  /** Reads texts in the turns of a caller. */
  of(runtime: Pick<Runtime, 'accountId'>, principal: DataScope): Pick<Statements, 'parse'> {
    const asker = askerOf(runtime, principal);
    return { parse: (text) => this.parse(text, asker) };
  }

  /** @throws Unavailable when the thread fails, takes too long, or has too much to read */
  async parse(text: string, asker?: RequestOwner): Promise<Parsed> {
    const known = this.#parsed.get(text);
    if (known) return known;
    const { parseThread } = await import('@orrery/sql');
    const refused = parseThread.refuseLong(text);
    if (refused) return refused;
    this.#thread ??= Promise.resolve(new SerialThread<string, Parsed>(parseThread.program, parseThread.limits));
    const thread = await this.#thread;
    const parsed = await thread.ask(text, text.length, asker).catch((cause: unknown): never => {
      throw new Unavailable('sql.not-read', 'The statement could not be read now; try again', { cause });
    });
    if (text.length <= longestText && parsed.kind === 'parsed') this.#parsed.set(text, parsed);
    return parsed;
  }

  async close(): Promise<void> {
    await (await this.#thread)?.close();
  }
}
