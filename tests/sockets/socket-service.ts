import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { vi } from 'vitest';
import type { ClientOptions } from 'ws';
import { type ServedProject, type ServeOptions, serveProject } from '../serve-project.ts';
import { SocketClient } from './socket-client.ts';

const header = 'id,status,amount';

/** A project served in production mode behind a proxy, with a clock and rows that tests change. */
export class SocketService implements AsyncDisposable {
  readonly served: ServedProject;
  readonly #directory: string;
  readonly #clock: { now: number };
  readonly #clients: SocketClient[] = [];

  private constructor(served: ServedProject, directory: string, clock: { now: number }) {
    this.served = served;
    this.#directory = directory;
    this.#clock = clock;
  }

  static async open({ environment, ...options }: ServeOptions = {}): Promise<SocketService> {
    const directory = mkdtempSync(join(tmpdir(), 'orrery-sockets-'));
    cpSync(join(import.meta.dirname, 'project'), directory, { recursive: true });
    const clock = { now: Date.parse('2024-05-15T10:20:30Z') };
    const quick = { ORRERY_SUBSCRIPTION_INTERVAL_MS: '100' };
    const served = await serveProject(directory, {
      isProduction: true,
      now: () => clock.now,
      environment: { ...quick, ...environment },
      ...options,
    });
    return new SocketService(served, directory, clock);
  }

  get address(): string {
    return this.served.origin.replace('http', 'ws');
  }

  /** @param path below the origin */
  async connect(path = '/cubejs-api/v1/ws', options: ClientOptions = {}): Promise<SocketClient> {
    const headers = { 'x-forwarded-proto': 'https', ...options.headers };
    const client = await SocketClient.open(`${this.address}${path}`, { ...options, headers });
    this.#clients.push(client);
    return client;
  }

  /** A socket of a caller who sees rows with these statuses. */
  async connected(claims: Readonly<Record<string, unknown>> = {}): Promise<SocketClient> {
    const client = await this.connect();
    await client.authorize(await this.token(claims));
    return client;
  }

  token(claims: Readonly<Record<string, unknown>> = {}, forSeconds = 600): Promise<string> {
    const [deployment] = this.served.composition.deployments;
    const now = Math.floor(this.#clock.now / 1000);
    const payload = { statuses: ['new', 'completed'], ...claims, iat: now, exp: now + forSeconds };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(deployment?.apiSecret));
  }

  async http(path: string, token: string, body?: unknown) {
    const response = await fetch(`${this.served.origin}${path}`, {
      headers: { authorization: token, 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
  }

  advance(ms: number): void {
    this.#clock.now += ms;
  }

  /** Replaces the rows: id, status, amount. */
  writeOrders(...rows: readonly string[]): void {
    const file = join(this.#directory, 'data', 'orders.csv');
    writeFileSync(`${file}.new`, `${[header, ...rows].join('\n')}\n`);
    renameSync(`${file}.new`, file);
  }

  /** Keeps statements from reaching the engine until it is opened. */
  closeGate() {
    const { sources } = this.served.composition.runtime;
    const { promise, resolve } = Promise.withResolvers<void>();
    const rows = sources.rows.bind(sources);
    const statements = vi.spyOn(sources, 'rows').mockImplementation(async (request, signal) => {
      const left = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
      await Promise.race([promise, left]);
      return rows(request, signal);
    });
    return { statements, open: resolve, [Symbol.dispose]: () => (resolve(), statements.mockRestore()) };
  }

  get figures() {
    return this.served.composition.runtime.queueOf('default');
  }

  /** Closes every socket that was opened here. */
  async leave(): Promise<void> {
    const clients = this.#clients.splice(0);
    for (const { webSocket } of clients) webSocket.terminate();
    await Promise.all(clients.map(({ closed }) => closed));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.leave();
    await this.served.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
