import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Characters allowed in a log line; other ids of callers are replaced. */
const acceptable = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

/** The caller's own id, so that both logs can be read side by side, else a new one: `<uuid>-span-1`. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  for (const given of [headers['x-request-id'], headers.traceparent]) {
    if (typeof given === 'string' && isAcceptableId(given)) return given;
  }
  return `${randomUUID()}-span-1`;
}

/** Whether an id that a caller gives may become a part of log lines. */
export function isAcceptableId(given: string): boolean {
  return acceptable.test(given);
}
