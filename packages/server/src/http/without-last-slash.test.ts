import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AnsweredRequest, followRequests } from './follow-requests.ts';
import { guardRequests } from './guard-requests.ts';
import { withoutLastSlash } from './below-public-path.ts';

let app: FastifyInstance;
let answered: AnsweredRequest[];

beforeEach(async () => {
  answered = [];
  app = Fastify({ rewriteUrl: withoutLastSlash });
  followRequests(app, [(one) => void answered.push(one)]);
  guardRequests(app, { allowsPlainHttp: true });
  app.get('/api/v1/things/:id', async ({ params, query }) => ({ params, query }));
  app.get('/load', async () => 'rows');
  await app.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(() => app.close());

it.each([
  ['/api/v1/things/7/', '/api/v1/things/7'],
  ['/api/v1/things/7/?first=2', '/api/v1/things/7?first=2'],
  ['/api/v1/things/7?after=a/', '/api/v1/things/7?after=a/'],
  ['/api/v1/things/7//', '/api/v1/things/7//'],
  ['/api/v1/things/7%2F', '/api/v1/things/7%2F'],
  ['/api/', '/api/'],
  ['/load/', '/load/'],
  ['/apis/', '/apis/'],
  ['http://host/api/v1/things/', 'http://host/api/v1/things/'],
  ['', ''],
])('%s is looked up as %s', (url, expected) => {
  expect(withoutLastSlash({ url })).toBe(expected);
});

it('serves both forms of one route, and leaves the query as it is', async () => {
  for (const path of ['/api/v1/things/7?a=%2F&b=/', '/api/v1/things/7/?a=%2F&b=/']) {
    expect([path, await text(path)]).toEqual([path, [200, '{"params":{"id":"7"},"query":{"a":"/","b":"/"}}']]);
  }
});

it.each([
  '/api/v1/things/7//',
  '/api/v1//things/7/',
  '/api/v1/things/7%2f/',
  '/api/v1/things/7/../',
  '/api/v1/things/./',
])('refuses %s, which is not canonical', async (path) => {
  expect((await text(path))[0]).toBe(400);
});

it('finds nothing for a slash elsewhere, and gives listeners the URL as it was sent', async () => {
  expect((await text('/load/'))[0]).toBe(404);
  expect((await text('/api/v1/things/7/'))[0]).toBe(200);
  expect(answered.map(({ target, route }) => [target, route])).toEqual([
    ['/load/', undefined],
    ['/api/v1/things/7/', '/api/v1/things/:id'],
  ]);
});

/** Sends the path as it stands: `fetch` would put it in order. */
function text(path: string): Promise<readonly [number, string]> {
  const { port } = app.server.address() as { readonly port: number }; // it listens on one
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`),
    );
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      resolve([Number(head.split(' ')[1]), body]);
    });
  });
}
