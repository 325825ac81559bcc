import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give ports above these to programs that ask for any, so nobody gets one of these by chance. */
const [first, beyondLast] = [20_000, 32_768];
const mostTries = 100;

/**
 * A port of this machine that a program can be told to listen on, also again after it was stopped. A test that listens
 * itself asks for port 0.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = randomInt(first, beyondLast);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${first} to ${beyondLast - 1} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}

/** Starts a server on a free port, and on another one where somebody else was faster. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tries === mostTries || !/EADDRINUSE|address already in use/i.test(String(error))) throw error;
    }
  }
}
