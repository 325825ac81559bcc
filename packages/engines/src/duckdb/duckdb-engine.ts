import { resolve } from 'node:path';
import { type Engine, EngineError, type ResultStream, type Statement } from '../engine.ts';
import type { TableDescription } from '../table-description.ts';
import { Attachments, type Catalogs } from './attachments.ts';
import { DuckDbConnections, type DuckDbLease } from './connections.ts';
import { describeTables } from './describe-tables.ts';
import { isOutOfMemory, toEngineError } from './duckdb-errors.ts';
import { isBelow } from './file-names.ts';
import { SettledFiles } from './files/settled-files.ts';
import { openInstance, type SandboxedInstance } from './duckdb-instance.ts';
import type { DuckDbSettings } from './duckdb-settings.ts';
import { MemoryCatalog } from './memory-catalog.ts';
import { type NamelessFolder, openNamelessFolder } from './nameless-folder.ts';
import { anchorFiles } from './anchor-files.ts';
import { runStatement } from './run-statement.ts';
import { Supervision } from './supervision.ts';

/** One in-memory DuckDB instance with its attachments and connections. */
interface Instance {
  readonly sandbox: SandboxedInstance;
  readonly catalogs: Catalogs;
  readonly connections: DuckDbConnections;
  readonly files: SettledFiles;
}

export class DuckDbEngine implements Engine {
  readonly dialect = 'duckdb';
  readonly #settings: DuckDbSettings;
  /** The path by which DuckDB knows the folder of an uploaded project. */
  readonly #folder: NamelessFolder | undefined;
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;
  #instance: Promise<Instance> | undefined;
  /** Resolves when all instances that were replaced are closed. */
  #left: Promise<unknown> = Promise.resolve();

  /** @throws EngineError when the instance cannot be set up with these settings */
  static async open(settings: DuckDbSettings): Promise<DuckDbEngine> {
    const engine = new DuckDbEngine(settings);
    try {
      await engine.#open();
      return engine;
    } catch (error) {
      engine.#folder?.close();
      throw error;
    }
  }

  private constructor(settings: DuckDbSettings) {
    this.#folder = settings.isForeign === true ? openNamelessFolder(settings.projectDirectory) : undefined;
    this.#settings = { ...settings, projectDirectory: this.#folder?.path ?? settings.projectDirectory };
  }

  async run(statement: Statement, signal: AbortSignal): Promise<ResultStream> {
    const text = anchorFiles(statement.text, this.#settings.projectDirectory);
    return this.#run({ ...statement, text }, signal, (connections, stop) => connections.lease(stop));
  }

  describeTables(signal: AbortSignal, most?: number): Promise<readonly TableDescription[]> {
    return describeTables(async (statement) => {
      const texts: string[] = [];
      for await (const { columns } of (await this.run(statement, signal)).batches)
        texts.push(...(columns[0] ?? []).map(String));
      return texts;
    }, most);
  }

  async check(signal: AbortSignal): Promise<void> {
    const one = { text: 'SELECT 1', params: [] };
    const { batches } = await this.#run(one, signal, (connections, stop) => connections.leaseForCheck(stop));
    for await (const _ of batches);
  }

  async empty(): Promise<void> {
    if (this.#closing.signal.aborted) return this.close();
    const instance = await this.#instance;
    if (instance === undefined) return;
    await instance.files.stop();
    await instance.connections.returned(this.#closing.signal);
    await instance.catalogs.empty();
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    const instance = await this.#instance;
    this.#instance = undefined;
    if (instance !== undefined) await closeInstance(instance);
    void this.#left.then(() => this.#folder?.close());
  }

  /** Statements share the memory. One for which it does not suffice next to others runs again, alone. */
  async #run(
    statement: Statement,
    signal: AbortSignal,
    leaseFrom: (connections: DuckDbConnections, stop: AbortSignal) => Promise<DuckDbLease>,
  ): Promise<ResultStream> {
    const instance = await this.#open();
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    const { running, begun } = instance.connections;
    try {
      return await this.#runIn(instance, statement, stop, leaseFrom);
    } catch (error) {
      // Others may have begun later, and ended sooner.
      const hadCompany = running > 0 || instance.connections.begun > begun + 1;
      if (!isOutOfMemory(error) || !hadCompany || stop.aborted) throw error;
      return this.#runIn(instance, statement, stop, (connections) => connections.leaseAlone(stop));
    }
  }

  async #runIn(
    instance: Instance,
    statement: Statement,
    stop: AbortSignal,
    leaseFrom: (connections: DuckDbConnections, stop: AbortSignal) => Promise<DuckDbLease>,
  ): Promise<ResultStream> {
    const lease = await leaseFrom(instance.connections, stop);
    const text = await instance.files.settle(statement.text, stop).catch((error: unknown) => {
      lease.release();
      throw error;
    });
    const supervision = new Supervision(lease.connection, {
      signal: stop,
      timeoutMs: this.#settings.timeoutMs,
      onInstanceLost: () => this.#replace(instance),
    });
    return runStatement(lease, { ...statement, text }, supervision);
  }

  #open(): Promise<Instance> {
    if (this.#closing.signal.aborted) throw new EngineError('connection', new Error('the engine is closed'));
    this.#instance ??= connectInstance(this.#settings).catch((error: unknown) => {
      this.#instance = undefined;
      throw error;
    });
    return this.#instance;
  }

  /** The next statement opens a new instance; running ones finish on the old. */
  #replace(instance: Instance): void {
    void this.#instance?.then((current) => {
      if (current !== instance) return;
      this.#instance = undefined;
      // The instance is lost: its remains end with the process.
      this.#left = Promise.allSettled([this.#left, closeInstance(instance)]);
    });
  }
}

async function connectInstance(settings: DuckDbSettings): Promise<Instance> {
  const { projectDirectory, database, maxRunning, isForeign = false } = settings;
  const sandbox = await openInstance(settings).catch((error: unknown) => {
    throw toEngineError(error);
  });
  const foreignFolder = isForeign ? projectDirectory : undefined;
  const catalogs =
    database === undefined
      ? new MemoryCatalog()
      : new Attachments(sandbox.control, { path: resolve(projectDirectory, database), foreignFolder });
  const statements = settings.init.map((statement) => anchorFiles(statement, projectDirectory));
  const init = { statements, foreignFolder };
  const files = new SettledFiles(
    () => sandbox.instance.connect(),
    (path) => !isForeign || isBelow(path, projectDirectory),
  );
  const connections = new DuckDbConnections(sandbox.instance, catalogs, init, files, maxRunning);
  return { sandbox, catalogs, connections, files };
}

async function closeInstance(instance: Instance): Promise<void> {
  await instance.connections.close();
  await instance.files.close();
  await instance.sandbox.close();
}
