import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { GeojsonServer, squares } from '../../../../tests/servers/geojson-server.ts';
import { MapShapes } from './map-shapes.ts';

let server: GeojsonServer;

beforeEach(async () => {
  server = await GeojsonServer.open();
});
afterEach(() => server[Symbol.asyncDispose]());

function shapes(allowed: readonly string[] = ['127.0.0.1']) {
  const log = { info: vi.fn() };
  const opened = new MapShapes({ network: { allowed }, log });
  onTestFinished(() => opened.close());
  const never = new AbortController().signal;
  return {
    log,
    fetch: (address = `${server.origin}/a.geojson`, signal = never, accountId = 1) =>
      opened.fetch(address, { accountId, signal }),
  };
}

it('fetches what maps can draw, as it is', async () => {
  expect(await shapes().fetch()).toBe(squares('Norway'));
  expect(server.asked).toEqual(['/a.geojson']);
});

it.each([
  '127.0.0.1',
  'localhost',
  '2130706433',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
  '169.254.169.254',
  '10.0.0.1',
])('asks nothing of %s, and only the log says why', async (host) => {
  const { fetch, log } = shapes([]);
  const failing = fetch(`http://${host}:${server.port}/a.geojson`);
  await expect(failing).rejects.toMatchObject({ status: 400, message: 'The server of the GeoJSON cannot be reached' });
  expect(server.asked).toEqual([]);
  expect(log.info).toHaveBeenCalledOnce();
});

it.each([
  '',
  'regions.geojson',
  '//127.0.0.1/a',
  'file:///etc/passwd',
  'ftp://127.0.0.1/a',
  'data:application/json,{}',
  'javascript:alert(1)',
  'http://user@127.0.0.1/a',
  'http://user:word@127.0.0.1/a',
])('takes no address such as %j', async (address) => {
  await expect(shapes().fetch(address)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^url must be an address such as/),
  });
});

it('follows no redirect, and says so', async () => {
  server.answer = (_, reply) => reply.writeHead(302, { location: '/b' }).end();
  await expect(shapes().fetch()).rejects.toThrow('redirects (status 302), which is not followed');
  expect(server.asked).toEqual(['/a.geojson']);
});

it.each([
  ['a page', '<html>inside</html>', 'The GeoJSON of this map is not JSON.'],
  ['no areas', '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null}]}', 'has no areas'],
  ['metres', squares('a').replaceAll('5', '5000'), 'no degrees of longitude and latitude'],
  ['deep nesting', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'has no areas'],
  ['too many letters', JSON.stringify('x'.repeat(500_001)), 'larger than 500,000 letters'],
])('refuses %s', async (_, text, message) => {
  server.answer = (__, reply) => reply.end(text);
  await expect(shapes().fetch()).rejects.toThrow(message);
});

it('ends what does not end, says the status of what fails, and stops for a client that leaves', async () => {
  const { fetch } = shapes();
  server.answer = (_, reply) => {
    const send = () => {
      while (!reply.destroyed && reply.write('x'.repeat(65_536)));
    };
    reply.on('drain', send);
    send();
  };
  await expect(fetch()).rejects.toThrow('The server of the GeoJSON sends an answer that is too long');
  server.answer = (_, reply) => reply.writeHead(404).end('words of a server');
  await expect(fetch()).rejects.toThrow(/^The server of the GeoJSON answers with status 404$/);
  const leaving = new AbortController();
  server.answer = () => leaving.abort(new Error('left'));
  await expect(fetch(undefined, leaving.signal)).rejects.toThrow('left');
});

it('takes what is no UTF-8, and what is encoded, for what it is', async () => {
  const { fetch } = shapes();
  server.answer = (_, reply) => reply.end(Buffer.from(squares('Malmö'), 'latin1'));
  await expect(fetch()).rejects.toThrow('The GeoJSON is not written in UTF-8');
  server.answer = (_, reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(squares('Norway')));
  await expect(fetch()).rejects.toThrow(
    "The server of the GeoJSON sends it encoded as 'gzip', which was not asked for",
  );
  server.answer = (_, reply) => reply.end(`\uFEFF${squares('Malmö')}`);
  expect(await fetch()).toBe(squares('Malmö'));
});

it('keeps no connection', async () => {
  const closed = Promise.withResolvers<unknown>();
  server.answer = ({ socket, headers }, reply) => {
    socket.once('close', () => closed.resolve(headers.connection));
    reply.end(squares('Norway'));
  };
  await shapes().fetch();
  expect(await closed.promise).toBe('close');
});

it('fetches two at a time for an account and eight in all, and one again when one is done', async () => {
  const { fetch } = shapes();
  const fetchFor = (accountId: number) => fetch(undefined, undefined, accountId);
  const replies: { end(text: string): void }[] = [];
  const all = Promise.withResolvers<void>();
  server.answer = (_, reply) => {
    replies.push(reply);
    if (replies.length === 8) all.resolve();
  };
  const first = [fetchFor(1), fetchFor(1)];
  await expect(fetchFor(1)).rejects.toMatchObject({ status: 503 });
  const waiting = [...first, ...[2, 2, 3, 3, 4, 4].map(fetchFor)];
  await all.promise;
  await expect(fetchFor(5)).rejects.toMatchObject({ status: 503 });
  for (const reply of replies) reply.end(squares('Norway'));
  await Promise.all(waiting);
  server.answer = (_, reply) => reply.end(squares('Norway'));
  await fetchFor(1);
});
