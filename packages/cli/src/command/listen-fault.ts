import { createServer } from 'node:net';
import type { HttpSettings } from '@orrery/config';

/** Listens on the address for a moment. @returns why nothing can; absent where a server could */
export function tryToListen({
  host,
  port,
}: Pick<HttpSettings, 'host' | 'port'>): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => done(error));
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(undefined)));
  });
}

/** Says why a server cannot listen, and the way out; absent for an error that has nothing to do with the address. */
export function listenFault(
  error: unknown,
  { host, port }: Pick<HttpSettings, 'host' | 'port'>,
  flag: '--port' | '--sql-port' = '--port',
): { readonly reason: string; readonly wayOut: string } | undefined {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return { reason: `Port ${port} is taken on ${host}`, wayOut: `choose another one with ${flag}` };
    case 'EACCES':
      return { reason: `This user may not listen on port ${port}`, wayOut: `choose one above 1023 with ${flag}` };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return { reason: `'${host}' is not an address of this machine`, wayOut: 'choose another one with --host' };
    default:
      return undefined;
  }
}
