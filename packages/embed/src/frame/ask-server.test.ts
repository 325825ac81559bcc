import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Server } from './ask-server.ts';

it('sends a token to the server alone, and nothing at all without one where there are only viewers', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const basePath = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asking = (token: string | undefined) =>
    new Server({
      ...{ basePath, isOfViewersOnly: true },
      session: { token, isOfViewer: token !== undefined, end: () => undefined },
    }).json('/rows', {});
  expect(await asking('t')).toMatchObject({ ok: false, status: 0 });
  expect(await asking(undefined)).toMatchObject({ ok: false, status: 401 });
  expect(asked).toEqual(['/api/v1/rows Embed-Token t']);
});
