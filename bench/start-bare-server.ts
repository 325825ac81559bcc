import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readWhole } from './server-process.ts';

/** A server of Node alone that sends the same bytes, in its own process: the lower bound for any server in Node. */
export interface BareServer {
  readonly port: number;
  read(name: string): Promise<Buffer>;
  requestHead(name: string): string;
  stop(): Promise<void>;
}

export async function startBareServer(bodies: Readonly<Record<string, Buffer>>): Promise<BareServer> {
  const child = fork(join(import.meta.dirname, 'bare-server.js'), { execArgv: [] });
  const named = Object.entries(bodies).map(([name, body]) => [`/${name}`, body.toString('base64')]);
  child.send(Object.fromEntries(named));
  const [{ port }] = (await once(child, 'message')) as [AddressInfo]; // sent by bare-server.js in this shape
  const agent = new Agent({ keepAlive: true });
  return {
    port,
    read: (name) => readWhole(`http://127.0.0.1:${port}/${name}`, { agent }),
    requestHead: (name) => `GET /${name} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`,
    stop: async () => {
      agent.destroy();
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
