import { closing } from './close-codes.ts';

/** Codes of the protocol, and those that we close with. */
const counted: ReadonlySet<number> = new Set([
  ...[1000, 1001, 1002, 1005, 1006, 1007],
  ...Object.values(closing).map(({ code }) => code),
]);

/** Counts of sockets since the start, and of those that are open now. */
export class SocketFigures {
  /** Open sockets, also those whose caller is not known yet. */
  open = 0;
  /** Open calls that are answered again and again. */
  subscriptions = 0;
  messages = 0;
  /** Runs of subscriptions, by what followed. */
  readonly runs = { pushed: 0, unchanged: 0, failed: 0 };
  /** Closed sockets, by the code they were closed with; peers may choose others. */
  readonly closed = new Map<string, number>();

  countClosed(code: number): void {
    const name = counted.has(code) ? String(code) : 'other';
    this.closed.set(name, (this.closed.get(name) ?? 0) + 1);
  }
}
