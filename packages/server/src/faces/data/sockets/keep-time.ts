import { closing } from './close-codes.ts';

/** Time for a token to come, for a whole message, and for an answer to a ping. */
const tokenWithinMs = 20_000;
const messageWithinMs = 60_000;
const pingEveryMs = 30_000;

/** A socket and its times, of a clock that never jumps. */
export interface TimedSocket {
  readonly isKnown: boolean;
  /** Whether it cannot hear from its peer, because it does not read on for now. */
  readonly isPaused: boolean;
  readonly openedAt: number;
  /** Since when its present message has been arriving. */
  readonly arrivingSince: number | undefined;
  readonly pingedAt: number;
  /** Whether something came since the last ping. */
  readonly isAlive: boolean;
  ping(): void;
  close(reason: (typeof closing)[keyof typeof closing]): void;
  terminate(): void;
}

/** Closes a socket that took longer than it may, and asks for a sign of a peer that was silent. */
export function keepTime(socket: TimedSocket, now: number): void {
  const { isKnown, isPaused, openedAt, arrivingSince = now, pingedAt, isAlive } = socket;
  if (!isKnown && now - openedAt > tokenWithinMs) return socket.close(closing.unknown);
  if (isPaused) return;
  if (now - arrivingSince > messageWithinMs) return socket.close(closing.silent);
  if (now - pingedAt <= pingEveryMs) return;
  if (isAlive) socket.ping();
  else socket.terminate();
}
