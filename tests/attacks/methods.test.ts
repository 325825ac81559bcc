import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';

let service: ScimService;

beforeAll(async () => {
  service = await ScimService.open('sqlite');
});

afterAll(() => service?.[Symbol.asyncDispose]());

/** Sends exactly these lines. @returns status, `Allow` and body */
async function send(...lines: readonly string[]): Promise<readonly [number, string | undefined, unknown]> {
  const socket = connect(Number(new URL(service.served.origin).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  socket.end(`${[...lines, `Authorization: Bearer ${service.key}`, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return [Number(head.split(' ')[1]), /^allow: (.*)$/im.exec(head)?.[1], body === '' ? '' : JSON.parse(body)];
}

const host = 'Host: localhost';

it.each([
  ['DELETE', '/cubejs-api/v1/load', 'GET, HEAD, POST', { error: 'Only GET, HEAD, POST can be used here' }],
  ['PUT', '/d/1/cubejs-api/v1/meta', 'GET, HEAD', { error: 'Only GET, HEAD can be used here' }],
  ['POST', '/livez', 'GET, HEAD', { error: 'Only GET, HEAD can be used here' }],
  ['POST', '/api/v1/users/me', 'DELETE, GET, HEAD, PUT', { statusCode: 405, error: expect.stringContaining('Only') }],
  ['PATCH', '/api/v1/api-keys/', 'GET, HEAD, POST', { statusCode: 405 }],
  ['TRACE', '/api/v1/users', 'GET, HEAD, POST', { statusCode: 405 }],
  ['DELETE', '/api/scim/v2/Users', 'GET, POST', { status: '405' }],
] as const)('%s %s is told what can be used there', async (method, path, allow, body) => {
  expect(await send(`${method} ${path} HTTP/1.1`, host)).toEqual([405, allow, expect.objectContaining(body)]);
});

it.each(['/nothing', '/api/v1/nothing', '/cubejs-api/v1/load/more', '/api/v1/users//', '/api/scim/v2/Nothing'])(
  '%s does not exist, whatever the method',
  async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const [status, allow] = await send(`${method} ${path} HTTP/1.1`, host);
      expect([[400, 404].includes(status), allow]).toEqual([true, undefined]);
    }
  },
);

it.each([
  ['two hosts', [host, 'Host: other']],
  ['one host twice', [host, 'hOST: localhost']],
  ['a host with a user', ['Host: user@localhost']],
  ['two hosts in one header', ['Host: localhost, other']],
  ['a host with a path', ['Host: localhost/api']],
  ['a host that is an address of the web', ['Host: http://localhost']],
  ['a host with a space', ['Host: local host']],
  ['a port that is none', ['Host: localhost:port']],
  ['no host', []],
])('a request with %s is malformed', async (_, headers) => {
  for (const path of ['/livez', '/api/v1/users', '/nothing']) {
    expect((await send(`GET ${path} HTTP/1.1`, ...headers))[0]).toBe(400);
  }
});

it.each(['localhost', 'localhost:80', '127.0.0.1:4000', '[::1]:4000', 'data.example.com.', 'under_score', ''])(
  'the host %j is accepted',
  async (name) => {
    expect((await send('GET /livez HTTP/1.1', `Host: ${name}`))[0]).toBe(200);
  },
);
