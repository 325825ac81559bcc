import { type Logger, pino } from 'pino';
import type { LogSettings } from './config/settings.ts';

/** Never written, wherever they turn up. */
const secrets = ['authorization', 'x-cube-authorization', 'cookie', 'apiSecret', 'token', 'secret'];

/** The process log, on standard error: standard output is for what a command answers. */
export async function createLog(settings: LogSettings): Promise<Logger> {
  const format = settings.format ?? (process.stderr.isTTY ? 'pretty' : 'json');
  const options = {
    level: settings.level,
    base: null,
    redact: {
      paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]),
      censor: '[hidden]',
    },
    serializers: {
      // The query string stays out: it holds the caller's filter values.
      req: (request: { method: string; url: string }) => ({ method: request.method, path: request.url.split('?')[0] }),
    },
  };
  if (format === 'json') return pino(options, pino.destination({ dest: 2, sync: true }));
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }));
}
