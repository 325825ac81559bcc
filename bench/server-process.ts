import { type ChildProcess, spawn } from 'node:child_process';
import { Agent, request, type RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { join, resolve } from 'node:path';
import { SignJWT } from 'jose';
import { freePort } from '../tests/servers/free-port.ts';
import { askProbe, stallProbe, type Vitals } from './ask-probe.ts';

const root = resolve(import.meta.dirname, '..');
const secret = 'a secret for benchmarks on the loopback interface only';

/** The header of a proxy that ends TLS; production mode requires it. */
const asFromProxy = { 'x-forwarded-proto': 'https' };

interface TimedBody {
  readonly firstByteMs: number;
  readonly wholeMs: number;
  readonly bytes: number;
  /** The beginning of the body. */
  readonly head: string;
  /** The end of the body. */
  readonly tail: string;
}

/** A server in its own process, reached over loopback and stopped at the end. */
export interface BenchServer {
  readonly port: number;
  /** @returns the body as received, still compressed if it was; throws unless the status is 200 */
  read(path: string, headers?: Readonly<Record<string, string>>): Promise<Buffer>;
  get(path: string): Promise<string>;
  load(query: unknown, headers?: Readonly<Record<string, string>>): Promise<string>;
  /** Times from the request to the first and to the last byte of the answer's body. */
  time(route: string, query: unknown): Promise<{ readonly firstByteMs: number; readonly wholeMs: number }>;
  /** A complete GET request of a query, as bytes on the wire. */
  requestHead(route: string, query: unknown): string;
  /** A complete POST request, as bytes on the wire. */
  requestWithBody(route: string, body: unknown): string;
  /** @returns the body of the answer to a POST, and the times to its first and last byte */
  post(route: string, body: unknown): Promise<TimedBody>;
  /** A token of another caller, with these claims. */
  tokenFor(claims: Readonly<Record<string, string>>): Promise<string>;
  /** The longest stall since the last reset, and memory now. */
  vitals(): Promise<Vitals>;
  forgetStalls(): Promise<void>;
  /** Functions of ours that ran on the main thread since the last question; of a traced server. */
  calls(): Promise<Calls>;
  /** Vitals after garbage was collected. */
  collected(): Promise<Vitals>;
  stop(): Promise<void>;
  /** Ends the process without a word to it. */
  kill(): Promise<void>;
}

/** Functions that ran, by the path of their file from the root. */
export type Calls = Readonly<Record<string, readonly { readonly name: string; readonly calls: number }[]>>;

export interface ServerPlace {
  readonly project: string;
  readonly data: string;
  /** Serves HTTPS with a self-signed certificate. */
  readonly isSecure?: boolean;
  /** Runs from the sources and counts calls, for `calls`. */
  readonly isTraced?: boolean;
  /** Runs as `npm start` runs it: in development mode, with its log, which nobody reads. */
  readonly isDevelopment?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts the command as its user does and waits until it answers `/readyz`. */
export async function startServer(place: ServerPlace): Promise<BenchServer> {
  const { project, data, isSecure = false, isTraced = false, isDevelopment = false, environment } = place;
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      ...(isTraced
        ? [join(root, 'bench/trace-server.js')]
        : ['--import', stallProbe, join(root, 'packages/cli/bin/orrery.js')]),
      ...['start', ...modeOf({ isSecure, isDevelopment })],
      ...['--project', project, '--data', data, '--port', String(port)],
    ],
    {
      cwd: data,
      stdio: ['ignore', 'ignore', isDevelopment ? 'ignore' : 'inherit', 'ipc'],
      env: {
        ...process.env,
        CUBEJS_API_SECRET: secret,
        ...(isDevelopment ? {} : { ORRERY_LOG_LEVEL: 'error' }),
        ...environment,
      },
    },
  );
  // A failed benchmark must not leave its server running.
  process.once('exit', () => child.kill('SIGKILL'));
  const origin = `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`;
  const tokenFor = (claims: Readonly<Record<string, string>>) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret));
  const token = await tokenFor({});
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const read = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    readWhole(`${origin}${path}`, { agent, headers: { authorization: token, ...asFromProxy, ...headers } });
  const get = async (path: string) => (await read(path)).toString();
  await untilAnswered(() => get('/readyz'), child);
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((done) => {
      agent.destroy();
      child.once('exit', () => done());
      child.kill(signal);
    });
  return {
    port,
    read,
    get,
    tokenFor,
    load: async (query, headers) => (await read(pathOf('load', query), headers)).toString(),
    time: (route, query) =>
      timeAnswer(`${origin}${pathOf(route, query)}`, { agent, headers: { authorization: token, ...asFromProxy } }),
    requestHead: (route, query) =>
      `GET ${pathOf(route, query)} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: ${token}\r\nx-forwarded-proto: https\r\n\r\n`,
    requestWithBody: (route, body) => {
      const text = JSON.stringify(body);
      const head = `POST /cubejs-api/v1/${route} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: ${token}\r\nx-forwarded-proto: https`;
      return `${head}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    },
    post: (route, body) => {
      const headers = { authorization: token, ...asFromProxy, 'content-type': 'application/json' };
      return timeAnswer(`${origin}/cubejs-api/v1/${route}`, { agent, method: 'POST', headers }, JSON.stringify(body));
    },
    vitals: () => askProbe(child, 'vitals'),
    collected: () => askProbe(child, 'collect'),
    calls: () =>
      new Promise((done) => {
        child.once('message', (message) => done(message as Calls)); // sent by trace-server.js in this shape
        child.send('calls');
      }),
    forgetStalls: async () => void (await askProbe(child, 'forget stalls')),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function modeOf({ isSecure, isDevelopment }: Required<Pick<ServerPlace, 'isSecure' | 'isDevelopment'>>): string[] {
  if (isDevelopment) return ['--dev'];
  return isSecure ? ['--tls-self-signed'] : ['--trust-proxy', '127.0.0.1/32'];
}

export function pathOf(route: string, query: unknown): string {
  return `/cubejs-api/v1/${route}?query=${encodeURIComponent(JSON.stringify(query))}`;
}

/** Uses `node:http`, because `fetch` costs more for a large body than the server does. */
export function readWhole(url: string, options: RequestOptions, sent?: string): Promise<Buffer> {
  return new Promise((done, fail) => {
    const send = url.startsWith('https:') ? secureRequest : request;
    const asked = send(url, { ...options, rejectUnauthorized: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', fail);
      answer.on('end', () => {
        const body = Buffer.concat(chunks);
        if (answer.statusCode === 200) done(body);
        else fail(new Error(`${url} answered ${answer.statusCode}: ${body.toString()}`));
      });
    });
    asked.on('error', fail);
    asked.end(sent);
  });
}

function timeAnswer(url: string, options: RequestOptions, sent?: string): Promise<TimedBody> {
  const started = performance.now();
  return new Promise((done, fail) => {
    const send = url.startsWith('https:') ? secureRequest : request;
    const asked = send(url, { ...options, rejectUnauthorized: false }, (answer) => {
      let firstByteMs = 0;
      let bytes = 0;
      let head = '';
      let tail = '';
      answer.on('data', (chunk: Buffer) => {
        if (bytes === 0) [firstByteMs, head] = [performance.now() - started, chunk.toString('utf8', 0, 1000)];
        bytes += chunk.length;
        tail = (tail + chunk.toString('utf8', Math.max(0, chunk.length - 1000))).slice(-1000);
      });
      answer.on('error', fail);
      answer.on('end', () => {
        const wholeMs = performance.now() - started;
        if (answer.statusCode === 200) done({ firstByteMs, wholeMs, bytes, head, tail });
        else fail(new Error(`${url} answered ${answer.statusCode}: ${head}`));
      });
    });
    asked.on('error', fail);
    asked.end(sent);
  });
}

/** Sends a request every few milliseconds, for at most a minute. */
async function untilAnswered(ask: () => Promise<unknown>, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`, { cause: error });
      if (performance.now() > deadline) throw error;
      await new Promise((done) => setTimeout(done, 5));
    }
  }
}
