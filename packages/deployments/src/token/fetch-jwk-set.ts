import { setTimeout as pause } from 'node:timers/promises';

const attempts = 3;
const attemptPauseMs = 200;
const attemptTimeoutMs = 3_000;
const maxBytes = 512 * 1024;
const defaultFreshMs = 5 * 60_000;
const shortestFreshMs = 60_000;
const longestFreshMs = 24 * 60 * 60_000;

export interface FetchedJwkSet {
  readonly text: string;
  /** How long the server allows to keep it, within our own bounds. */
  readonly freshForMs: number;
}

/**
 * Fetches a key set without redirects, with a bounded size and up to three attempts. @throws the error of the last
 * attempt
 */
export async function fetchJwkSet(url: string): Promise<FetchedJwkSet> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchOnce(url);
    } catch (error) {
      if (attempt === attempts) throw error;
      await pause(attemptPauseMs * attempt);
    }
  }
}

async function fetchOnce(url: string): Promise<FetchedJwkSet> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(attemptTimeoutMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the server of the key set answers ${response.status}`);
  }
  return { text: await readBounded(response), freshForMs: freshFor(response.headers.get('cache-control')) };
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`the key set has more than ${maxBytes} bytes`); // ends the transfer
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** RFC 9111 section 5.2.2.1. */
function freshFor(cacheControl: string | null): number {
  const seconds = /(?:^|[\s,])max-age="?(\d{1,10})"?/i.exec(cacheControl ?? '')?.[1];
  if (seconds === undefined) return defaultFreshMs;
  return Math.min(Math.max(Number(seconds) * 1000, shortestFreshMs), longestFreshMs);
}
