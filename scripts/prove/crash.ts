import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { openMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { readSettings } from '../../packages/config/src/settings.ts';
import { Acknowledged } from './acknowledged.ts';
import {
  askServer,
  crashSecret,
  type KilledProcess,
  type ServerAnswer,
  startServerToKill,
  startWriterToKill,
  untilAnswered,
} from './crashed-server.ts';
import { copyDemo } from './demo-project.ts';
import { freePort } from '../../tests/servers/free-port.ts';
import { Random } from './random.ts';

export interface CrashSettings {
  readonly kills: number;
  readonly seed: number;
  /** The end of the demo's data, `YYYY-MM-DD`. */
  readonly today: string;
}

export interface CrashReport {
  readonly kills: number;
  /** Number of the kills that came during a start of the server. */
  readonly killsWhileStarting: number;
  /** Number of acknowledged writes; each was checked after every later kill. */
  readonly acknowledged: number;
  /** Number of queries answered before a kill. */
  readonly answered: number;
  /** Time from starting the command to the first answered `/v1/load`, after each kill. */
  readonly startsMs: readonly number[];
  readonly leftFiles: number;
  readonly leftBytes: number;
  /** The failures found. */
  readonly faults: readonly string[];
}

const startKillRatio = 0.2;
const freshFolderRatio = 0.3;
const askers = 4;
const writers = 2;
/** Kills once queries and writes are in progress. */
const longestLifeMs = 300;
/** Maximum time of a start on a machine without other work. */
const longestStartMs = 600;
/**
 * Maximum number of files: two databases with their companions, the key, and the folder of temporary files with a
 * process's folder and its two files.
 */
const mostFiles = 14;
const leftoversGoWithinMs = 10_000;
const mostLogBytes = 32 * 1024 * 1024;
const mostFaults = 20;

/**
 * Kills a server and a command while queries run and both write to the metadata store on SQLite; the server writes what
 * it receives over HTTP. Then restarts the server and checks everything that was acknowledged. Some kills come during a
 * start, and some of those in an empty folder.
 */
export async function crash({ kills, seed, today }: CrashSettings): Promise<CrashReport> {
  const directory = await mkdtemp(join(tmpdir(), 'orrery-crash-'));
  try {
    const { project } = await copyDemo(directory, today);
    const run = new CrashRun({ directory, project, port: await freePort(), random: new Random(seed) });
    return await run.of(kills);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

interface CrashPlace {
  readonly directory: string;
  readonly project: string;
  readonly port: number;
  readonly random: Random;
}

class CrashRun {
  readonly #place: CrashPlace;
  readonly #acknowledged = new Acknowledged();
  readonly #startsMs: number[] = [];
  readonly #faults: string[] = [];
  #data: string;
  #adminKey = '';
  #killsWhileStarting = 0;
  #answered = 0;
  #freshFolders = 0;

  constructor(place: CrashPlace) {
    this.#place = place;
    this.#data = join(place.directory, 'data');
  }

  async of(kills: number): Promise<CrashReport> {
    await mkdir(this.#data);
    await this.#makeAdminKey();
    for (let kill = 0; kill < kills && this.#faults.length < mostFaults; kill += 1) {
      if (kill > 0 && this.#place.random.happens(startKillRatio)) await this.#killWhileStarting();
      else await this.#killUnderLoad(kill);
    }
    const server = await this.#start(this.#data);
    const files = await this.#check();
    await server.kill();
    return {
      kills,
      killsWhileStarting: this.#killsWhileStarting,
      acknowledged: this.#acknowledged.count,
      answered: this.#answered,
      startsMs: this.#startsMs,
      leftFiles: files.length,
      leftBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      faults: [...this.#faults, ...this.#acknowledged.faults],
    };
  }

  /** Creates the API key of the requests that make the server write. */
  async #makeAdminKey(): Promise<void> {
    const settings = readSettings({ flags: { data: this.#data }, environment: {}, directory: this.#data });
    const metadata = await openMetadata(settings, Date);
    try {
      const { changes, accounts, accountId, apiKeys } = metadata;
      const userId = (await accounts.ensureAdmin(accountId))?.id ?? 0;
      const { text } = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
        apiKeys.create(change, { userId, name: 'prove', deployments: 'all' }),
      );
      this.#adminKey = `Bearer ${text}`;
    } finally {
      await metadata.close();
    }
  }

  /** Resolves when the server has answered a query of its data. */
  async #start(data: string): Promise<KilledProcess> {
    const startedAt = performance.now();
    const server = this.#spawn(data);
    const token = await tokenForLoads;
    const { status, text, atMs } = await untilAnswered(() => this.#load(token, 'stores.count'), server);
    if (status !== 200) this.#faults.push(`the first question was answered ${status} ${text.slice(0, 200)}`);
    this.#startsMs.push(atMs - startedAt);
    return server;
  }

  #spawn(data: string): KilledProcess {
    const { project, port } = this.#place;
    return startServerToKill({ project, port, data });
  }

  async #killUnderLoad(round: number): Promise<void> {
    const { random } = this.#place;
    const server = await this.#start(this.#data);
    await this.#check();
    const names = [`beside-${round}`, ...Array.from({ length: writers }, (_, index) => `over-http-${round}-${index}`)];
    const [besideName = '', ...httpNames] = names;
    const beside = startWriterToKill({ data: this.#data, name: besideName }, (told) => this.#acknowledged.take(told));
    const answered = this.#answered;
    const asking = Array.from({ length: askers }, (_, index) => this.#askUntilKilled(index));
    const writing = httpNames.map((name) => this.#writeUntilKilled(name));
    const isUnderWay = () => this.#answered > answered && this.#acknowledged.hasHeardOf(...names);
    while (!isUnderWay() && !server.hasEnded() && !beside.hasEnded()) await pause(1);
    await pause(random.integer(0, longestLifeMs));
    // Either process may be in the middle of a write when the other is killed.
    const [first, second] = random.happens(0.5) ? [server, beside] : [beside, server];
    await first.kill();
    await pause(random.integer(0, 20));
    await second.kill();
    await Promise.all([...asking, ...writing]);
  }

  async #killWhileStarting(): Promise<void> {
    const { random } = this.#place;
    this.#killsWhileStarting += 1;
    const isFresh = random.happens(freshFolderRatio);
    const data = isFresh ? join(this.#place.directory, `fresh-${++this.#freshFolders}`) : this.#data;
    const server = this.#spawn(data);
    await pause(random.integer(0, longestStartMs));
    await server.kill();
    if (!isFresh) return;
    await (await this.#start(data)).kill();
    await rm(data, { recursive: true });
  }

  async #askUntilKilled(index: number): Promise<void> {
    const token = await tokenForLoads;
    for (let count = 0; ; count += 1) {
      const answer = await this.#load(token, index % 2 === 0 ? 'orders.count' : 'stores.count', count).catch(
        () => undefined,
      );
      if (!answer) return;
      this.#answered += 1;
      if (answer.status !== 200) this.#faults.push(`${answer.status} ${answer.text.slice(0, 200)}`);
    }
  }

  /** The response acknowledges the write. */
  async #writeUntilKilled(writer: string): Promise<void> {
    const ask = (method: 'POST' | 'DELETE', path: string, body?: object) =>
      askServer({
        port: this.#place.port,
        path: `/api/v1/api-keys${path}`,
        authorization: this.#adminKey,
        method,
        ...(body ? { body } : {}),
      }).catch(() => undefined);
    for (let count = 0; ; count += 1) {
      const name = `${writer}-${count}`;
      const made = await ask('POST', '', { name });
      if (!made) return;
      if (made.status !== 200) return void this.#faults.push(`a key was answered ${made.status} ${made.text}`);
      const { id, key } = JSON.parse(made.text) as { readonly id: number; readonly key: string }; // the shape that the API describes
      this.#acknowledged.take({ kind: 'key', id, name, text: key });
      if (count % 5 !== 4) continue;
      this.#acknowledged.take({ kind: 'revoking', id });
      const revoked = await ask('DELETE', `/${id}`);
      if (!revoked) return;
      if (revoked.status !== 204) return void this.#faults.push(`ending a key was answered ${revoked.status}`);
      this.#acknowledged.take({ kind: 'revoked', id });
    }
  }

  /** Sends a different query each time, so that the engine runs it. */
  #load(token: string, measure: string, count = 0): Promise<ServerAnswer> {
    const query = encodeURIComponent(JSON.stringify({ measures: [measure], limit: 1 + (count % 10_000) }));
    return askServer({ port: this.#place.port, path: `/cubejs-api/v1/load?query=${query}`, authorization: token });
  }

  /** Checks the store directly, and through the server that has just started on it. */
  async #check() {
    this.#faults.push(...this.#acknowledged.missingIn(join(this.#data, 'orrery.db')));
    const { good, revoked } = this.#acknowledged.newest();
    for (const [key, status] of [
      [good, 200],
      [revoked, 401],
    ] as const) {
      if (key === undefined) continue;
      const answer = await askServer({ port: this.#place.port, path: '/metrics', authorization: `Bearer ${key}` });
      if (answer.status !== status) this.#faults.push(`a key was answered ${answer.status} instead of ${status}`);
    }
    return this.#requireFewFiles();
  }

  /** Requires that the files of killed processes are removed soon after the start. */
  async #requireFewFiles(): Promise<readonly KeptFile[]> {
    const endsAt = performance.now() + leftoversGoWithinMs;
    let files = await this.#files();
    while (files.length > mostFiles && performance.now() < endsAt) {
      await pause(20);
      files = await this.#files();
    }
    if (files.length > mostFiles) this.#faults.push(`files are left: ${files.map(({ name }) => name).join(', ')}`);
    for (const { name, bytes } of files) {
      if (name.endsWith('-wal') && bytes > mostLogBytes) this.#faults.push(`${name} has ${bytes} bytes`);
    }
    return files;
  }

  async #files(): Promise<readonly KeptFile[]> {
    const names = await readdir(this.#data, { recursive: true });
    const files = names.map(async (name) => {
      const found = await stat(join(this.#data, name)).catch(() => undefined); // removed meanwhile
      return found ? [{ name, bytes: found.size }] : [];
    });
    return (await Promise.all(files)).flat();
  }
}

interface KeptFile {
  readonly name: string;
  readonly bytes: number;
}

const tokenForLoads = new SignJWT({})
  .setProtectedHeader({ alg: 'HS256' })
  .setExpirationTime('1d')
  .sign(new TextEncoder().encode(crashSecret));
