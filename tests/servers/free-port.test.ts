import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { onFreePort } from './free-port.ts';

it('a server is started on another port where somebody else was faster', async () => {
  const ports: number[] = [];
  await using faster = createServer();
  await using server = createServer();
  const listening = await onFreePort(async (port) => {
    ports.push(port);
    if (ports.length === 1) await once(faster.listen(port, '127.0.0.1'), 'listening');
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return port;
  });
  expect(ports).toHaveLength(2);
  expect(server.address()).toMatchObject({ port: listening });
});

it('a server that fails for another reason is started once', async () => {
  let starts = 0;
  const start = () => {
    starts += 1;
    return Promise.reject(new Error('it has no data'));
  };
  await expect(onFreePort(start)).rejects.toThrow('it has no data');
  expect(starts).toBe(1);
});
