import { hashOfOpaqueText } from '../sign-in/index.ts';

const hourMs = 3_600_000;

/** Idle time after which a session ends. */
const idleMs = 12 * hourMs;
/** Time in which a frame fetches a session that was begun for it. */
export const fetchMs = 5 * 60_000;
/** Longest duration of a session, even in use. */
export const longestMs = 7 * 24 * hourMs;

/**
 * Where a session is used: in the application, or inside of the frame of another page, where it only shows dashboards.
 * A token of one kind means nothing as the other.
 */
export type SessionKind = 'application' | 'frame';

/** The stored form of a session's token. The kind is part of it, so that tokens of one kind are not found as the other. */
export function hashOfSession(text: string, kind: SessionKind): string {
  return hashOfOpaqueText(kind === 'frame' ? `frame:${text}` : text);
}

/**
 * The stored form of a session that a frame has yet to fetch: by the random value of the frame, and the code that the
 * person was given. No token is found as it.
 */
export function hashOfWaitingSession(frame: string, code: string): string {
  return hashOfOpaqueText(`waiting:${frame}:${code}`);
}

/** A session that waits is as one that was not used for all but the time that it waits: everything that ends sessions ends it. */
export function lastUseOfWaiting(now: number): number {
  return now - idleMs + fetchMs;
}

/** Public data of a browser session. Instants are epoch milliseconds. */
export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly username: string;
  readonly createdAt: number;
  /** At most a minute behind while it is in use. */
  readonly lastUsedAt: number;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
}

/** Bounds a session's timestamps must lie within to be valid. */
export function aliveAt(now: number): { readonly createdAfter: number; readonly usedAfter: number } {
  return { createdAfter: now - longestMs, usedAfter: now - idleMs };
}
