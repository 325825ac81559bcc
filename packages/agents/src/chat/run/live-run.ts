import { type Database, inSharedTransaction } from '@orrery/store';
import type { Part } from '../../turn/index.ts';
import { type KeptReceipt, stateOfThread, writeReceipt } from '../receipt/index.ts';
import { endRun, holdRuns, insertDeltas, insertRecords, insertResults, type RunOutcome } from '../store/index.ts';
import { type ChatRecord, errorLine, isFinal, lineOf, RunRecords } from '../wire/index.ts';
import type { DeltaWriter } from './delta-writer.ts';
import { RunLost } from './run-end.ts';
import { Subscription } from './subscription.ts';

/** A run as its row names it. */
export interface RunPlace {
  readonly id: number;
  readonly threadId: number;
  /** `chatId`. */
  readonly threadUid: string;
  readonly accountId: number;
  readonly userId: number;
}

export interface LiveRunDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly deltas: DeltaWriter;
  readonly nodeId: string;
  readonly newId: () => string;
}

/** How a run ends. */
export interface RunEnding extends Omit<RunOutcome, 'error' | 'receipt'> {
  /** The answer; absent when there is none. */
  readonly final?: string | undefined;
  /** How the answer came about. */
  readonly receipt?: KeptReceipt | undefined;
  /** A line for the clients of a run that failed. */
  readonly error?: string | undefined;
  /** More for the state that the last line tells. */
  readonly more?: object | undefined;
}

/** Records of a run that its clients have seen. */
export interface ShownOfRun {
  /** The number of the last record. */
  readonly upTo: number;
  /** Messages that go on. */
  readonly soFar: readonly ChatRecord[];
}

/**
 * A run that this node executes. Its records get their numbers here. A complete record is committed before any client
 * sees it; pieces of text go to clients at once, and to the store with others, at the latest with the next complete
 * record.
 */
export class LiveRun {
  readonly place: RunPlace;
  readonly abort = new AbortController();
  readonly #dependencies: LiveRunDependencies;
  readonly #records: RunRecords;
  readonly #clients = new Set<Subscription>();
  readonly #ended = Promise.withResolvers<void>();
  /** The number of the last record that clients were sent. */
  #shown: number;
  #isOver = false;
  /** Whether its end has been sent: a client that comes now has to read it in the store. */
  #isEnding = false;

  constructor(place: RunPlace, lastSort: number, dependencies: LiveRunDependencies) {
    this.place = place;
    this.#dependencies = dependencies;
    this.#records = new RunRecords(lastSort, dependencies.newId);
    this.#shown = lastSort;
  }

  /** Resolves when nothing more comes. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Joins in from here on, before the end. @param before says what was shown before; it is called at once */
  join(before: (shown: ShownOfRun) => AsyncIterable<string>): Subscription {
    const soFar = this.#records.soFar();
    const lines = before({ upTo: this.#shown, soFar: soFar ? [soFar] : [] });
    const client = new Subscription(lines, () => this.#clients.delete(client));
    if (this.#isOver) client.end();
    else this.#clients.add(client);
    return client;
  }

  /** Shows a piece of text at once. */
  show(part: Extract<Part, { type: 'text' }>): void {
    for (const record of this.#records.text(part)) {
      const line = lineOf(record);
      this.#dependencies.deltas.add(this, record.sort, line);
      this.#show(line, record.sort);
    }
  }

  /** Records a call of a tool, and then shows it. @throws RunLost */
  async record(part: Extract<Part, { type: 'tool-start' | 'tool-end' }>): Promise<void> {
    const record = part.type === 'tool-start' ? this.#records.toolStart(part) : this.#records.toolEnd(part);
    const { id, threadId } = this.place;
    await this.#write((transaction) => insertRecords(transaction, { threadId, runId: id }, [record]));
    this.#show(lineOf(record), record.sort);
  }

  /** Ends the run: closes what is open, and tells the answer, the failure and the state. @throws RunLost */
  async end({ final, error, more = {}, receipt, ...outcome }: RunEnding): Promise<void> {
    const { clock } = this.#dependencies;
    const { id, threadId } = this.place;
    const why = outcome.state === 'aborted' ? 'AbortError: The run was aborted' : 'AbortError: The run ended';
    const records = [...this.#records.closing(why), ...(final === undefined ? [] : [this.#records.final(final)])];
    const lastSort = this.#records.next();
    await this.#write(async (transaction) => {
      await insertRecords(transaction, { threadId, runId: id }, records);
      const kept = receipt && writeReceipt({ ...receipt, finalId: records.findLast(isFinal)?.id });
      await endRun(transaction, this.place, { ...outcome, error, receipt: kept }, { lastSort, now: clock.now() });
      await insertResults(transaction, id, receipt?.queries.map(({ uuid }) => uuid) ?? []);
    });
    this.#isEnding = true;
    for (const record of records) this.#show(lineOf(record), record.sort);
    if (error !== undefined) this.#tell(errorLine(error));
    this.#dependencies.deltas.forget(id);
    await this.#tellState(lastSort, more);
  }

  /** Ends without writing: the run is deleted, or belongs to another node. */
  async lose(error: string): Promise<void> {
    this.#isEnding = true;
    this.#dependencies.deltas.drop(this);
    this.#tell(errorLine(error));
    await this.#tellState(this.#records.next(), {});
  }

  /** Tells the last line, and lets the clients go. Reads the thread only where somebody waits for it. */
  async #tellState(sort: number, more: object): Promise<void> {
    try {
      if (this.#clients.size === 0) return;
      this.#tell(await stateOfThread(this.#dependencies.database, this.place.threadId, { sort, more }));
    } finally {
      this.#close();
    }
  }

  #close(): void {
    this.#isOver = true;
    for (const client of this.#clients) client.end();
    this.#clients.clear();
    this.#ended.resolve();
  }

  /** Writes while the run belongs to this node, after the pieces of text that wait. @throws RunLost */
  async #write(work: (transaction: Parameters<typeof holdRuns>[0]) => Promise<void>): Promise<void> {
    const { database, deltas, nodeId } = this.#dependencies;
    const pieces = await deltas.take(this);
    await inSharedTransaction(database, async (transaction) => {
      if (!(await holdRuns(transaction, nodeId, [this.place.id])).has(this.place.id)) throw new RunLost();
      if (pieces) await insertDeltas(transaction, [pieces]);
      await work(transaction);
    });
  }

  #show(line: string, sort: number): void {
    this.#shown = sort;
    this.#tell(line);
  }

  #tell(line: string): void {
    for (const client of this.#clients) client.tell(line);
  }
}
