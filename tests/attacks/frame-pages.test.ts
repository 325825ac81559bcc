import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { serveProject, type ServedProject } from '../serve-project.ts';

const frameOrigins = ['https://app.example.com', 'https://partner.example'];
const session = 'one-time-session-0123456789';

describe('attacks 14 and 15: pages for frames', () => {
  const lines: string[] = [];
  let served: ServedProject;

  beforeAll(async () => {
    const sink = { write: (text: string) => void lines.push(text), flush: () => undefined };
    served = await serveProject(join(import.meta.dirname, 'project'), {
      environment: { ORRERY_FRAME_ORIGINS: frameOrigins.join(',') },
      log: createLog({ level: 'trace', format: 'json' }, sink).log,
    });
  });

  afterAll(() => served.close());

  const ask = (path: string, init: RequestInit = {}) => fetch(`${served.origin}${path}`, init);

  it.each([
    `/embed/dashboard/p1?session=${session}`,
    `/embed/dashboard/p1/?sessionId=${session}&theme=dark`,
    `/embed/d/1/app?session=${session}`,
    `/embed/nothing?session=${session}`,
    `/embed//dashboard/p1?session=${session}`,
    `/embed/dashboard/%zz?session=${session}`,
    `/?session=${session}`,
  ])('say nothing of the session in any line, header or answer: %s', async (path) => {
    const before = lines.length;
    const answer = await ask(path);
    expect([...answer.headers].join()).not.toContain(session);
    expect(await answer.text()).not.toContain(session);
    await expect.poll(() => lines.slice(before).join('')).toContain('"status"');
    expect(lines.join('')).not.toContain(session);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['/embed/dashboard/p1', '/embed/d/1/dashboard/p1', '/embed/d/1/app', '/embed/chat', '/embed/assets/none.js'])(
    'are shown by the listed origins: %s',
    async (path) => {
      const { headers } = await ask(path);
      expect(headers.get('content-security-policy')).toMatch(`frame-ancestors ${frameOrigins.join(' ')}`);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-frame-options')).toBeNull();
    },
  );

  it.each(['/', '/api/docs', '/api/v1/users/me', '/cubejs-api/v1/meta', '/livez', '/embedded'])(
    'are not the others, which only their own origin shows: %s',
    async (path) => {
      const { headers } = await ask(path);
      expect(headers.get('content-security-policy')).toMatch(/(?:^|; )frame-ancestors 'self'$/);
      expect(lines.filter((line) => line.includes('"warn"'))).toEqual([]);
    },
  );

  it.each([
    ['POST', '/api/v1/embed/session/token'],
    ['GET', '/api/v1/embed/dashboard/p1'],
    ['POST', '/cubejs-api/v1/load'],
    ['GET', '/d/1/cubejs-api/v1/meta'],
  ])('may be asked for data by programs of every origin, without cookies: %s %s', async (method, path) => {
    const origin = 'https://app.example.com';
    const asked = { 'access-control-request-method': method, 'access-control-request-headers': 'authorization' };
    const preflight = await ask(path, { method: 'OPTIONS', headers: { origin, ...asked } });
    expect(preflight.status).toBe(204);
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(/, */);
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type', 'x-request-id']));
    expect(preflight.headers.get('access-control-allow-methods')).toContain(method);
    const answer = await ask(path, { method, headers: { origin } });
    for (const { headers } of [preflight, answer]) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

it('every address is served with the path of the public URL, and without it', async () => {
  const environment = { ORRERY_PUBLIC_URL: 'http://127.0.0.1:4000/tools/data' };
  const served = await serveProject(join(import.meta.dirname, 'project'), { environment });
  onTestFinished(() => served.close());
  const statusOf = async (path: string) => {
    const headers = { authorization: served.token };
    return (await fetch(`${served.origin}${path}`, { headers })).status;
  };
  for (const path of ['/livez', '/api/docs', '/api/docs/', '/d/1/cubejs-api/v1/meta']) {
    const below = `/tools/data${path}`;
    expect([path, await statusOf(path), await statusOf(below)]).toEqual([path, 200, 200]);
    expect([path, await statusOf(`/tools${path}`), await statusOf(`/tools/data${below}`)]).toEqual([path, 404, 404]);
  }
  expect(await statusOf('/tools/data//livez')).toBe(400);
});
