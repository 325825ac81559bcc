import { once } from 'node:events';
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { orreryProcess } from '../../packages/cli/src/command/run-orrery.ts';

export interface ServerProcess {
  readonly origin: string;
  /** The token of the printed `curl` line; empty when it would be refused. */
  readonly token: string;
  readonly child: ReturnType<typeof orreryProcess>;
  /** Everything written so far to both outputs. */
  readonly output: () => { readonly printed: string; readonly logged: string };
  /** Sends the signal and waits for the end. @returns the exit code */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServerPlace {
  readonly directory: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts `orrery start` with these flags in a separate process; resolves when it has printed its banner. */
export async function startProcess(flags: readonly string[], place: ServerPlace): Promise<ServerProcess> {
  const child = orreryProcess(['start', '--port', '0', ...flags], place);
  let printed = '';
  let logged = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (logged += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (printed.includes('/readyz') && printed.endsWith('\n\n')) resolve();
    });
    child.on('exit', () => reject(new Error(`it ended: ${logged}`)));
  });
  return {
    origin: /(https?:\/\/[^/\s]+)\/readyz/.exec(printed)?.[1] ?? '',
    token: /Authorization: ([^']+)/.exec(printed)?.[1] ?? '',
    child,
    output: () => ({ printed, logged }),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    },
  };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a GET that accepts any certificate, like `curl -k`. */
export function rawGet(url: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? secureRequest : plainRequest;
    const sent = request(url, { headers, agent: false, rejectUnauthorized: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.on('error', reject);
    });
    sent.on('error', reject).end();
  });
}
