import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedProject, type ServeOptions, serveProject } from '../serve-project.ts';
import { rawGet } from './server-process.ts';

const project = join(import.meta.dirname, 'project');
const documents = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/oauth',
];

const servers: ServedProject[] = [];

async function serve(options: ServeOptions = {}): Promise<ServedProject> {
  const served = await serveProject(project, options);
  servers.push(served);
  return served;
}

afterAll(async () => {
  for (const served of servers) await served.close();
});

/** Headers that a proxy or an attacker may write. */
const lies = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  forwarded: 'host=evil.example;proto=https',
  accept: 'text/html',
};

describe('on this machine alone', () => {
  let served: ServedProject;

  beforeAll(async () => {
    served = await serve();
  });

  it.each(documents)('%s has one issuer, whatever the request says', async (path) => {
    const { status, headers, text } = await rawGet(`${served.origin}${path}`, lies);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(text)).toMatchObject({ issuer: served.origin, token_endpoint: `${served.origin}/oauth/token` });
    expect(text).not.toContain('evil');
  });

  it('the MCP server is described by the name that the client used, out of three', async () => {
    const { port } = new URL(served.origin);
    const path = '/.well-known/oauth-protected-resource/api/mcp?deploymentId=1';
    const resourceFor = async (host: string) =>
      JSON.parse((await rawGet(`${served.origin}${path}`, { host })).text).resource;
    expect(await resourceFor(`localhost:${port}`)).toBe(`http://localhost:${port}/api/mcp?deploymentId=1`);
    expect(await resourceFor(`[::1]:${port}`)).toBe(`http://[::1]:${port}/api/mcp?deploymentId=1`);
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost', '127.0.0.1:1']) {
      expect(await resourceFor(host)).toBe(`${served.origin}/api/mcp?deploymentId=1`);
    }
  });

  it('other well-known addresses are not there, in JSON', async () => {
    for (const path of ['/.well-known/x', '/.well-known/oauth-authorization-server/x', '/.well-known/jwks.json']) {
      const { status, text } = await rawGet(`${served.origin}${path}`, { accept: 'text/html' });
      expect([path, status, JSON.parse(text)]).toEqual([path, 404, { error: 'Not Found' }]);
    }
  });

  it('a query that would break the header of a challenge is left out', async () => {
    for (const query of ['?a=(b)', `?a=${'b'.repeat(300)}`, '?a=b,c']) {
      const { text } = await rawGet(`${served.origin}/.well-known/oauth-protected-resource/api/mcp${query}`);
      expect(JSON.parse(text).resource).toBe(`${served.origin}/api/mcp`);
    }
  });
});

it('with a public address that has a path, both ways to write the addresses of documents lead there', async () => {
  const served = await serve({ environment: { ORRERY_PUBLIC_URL: 'http://localhost:9/data' } });
  for (const path of [
    '/.well-known/oauth-authorization-server/data',
    '/.well-known/openid-configuration/data',
    '/data/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
  ]) {
    const { text } = await rawGet(`${served.origin}${path}`, lies);
    expect([path, JSON.parse(text).issuer]).toEqual([path, 'http://localhost:9/data']);
  }
  for (const path of ['/data/api/mcp', '/data', '']) {
    const { text } = await rawGet(`${served.origin}/.well-known/oauth-protected-resource${path}`, lies);
    expect([path, JSON.parse(text).resource]).toEqual([path, 'http://localhost:9/data/api/mcp']);
  }
});

it('without a public address behind a proxy, nothing of it is there', async () => {
  const served = await serve({ isProduction: true });
  for (const path of [...documents, '/.well-known/oauth-protected-resource', '/oauth/authorize?client_id=x']) {
    const { status, text } = await rawGet(`${served.origin}${path}`, lies);
    expect([path, status, JSON.parse(text)]).toEqual([path, 404, { error: 'Not Found' }]);
  }
});

it('pages of every origin may be applications, whatever origins the settings name', async () => {
  const served = await serve({ environment: { ORRERY_CORS_ORIGINS: 'https://app.example.com' } });
  const ask = async (path: string) => {
    const answer = await fetch(`${served.origin}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://inspector.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'mcp-protocol-version',
      },
    });
    const { headers } = answer;
    return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-headers')];
  };
  for (const path of ['/oauth/token', '/oauth/register', documents[0] ?? '']) {
    expect(await ask(path)).toEqual(['*', expect.stringContaining('mcp-protocol-version')]);
  }
  expect((await ask('/api/v1/users'))[0]).not.toBe('*');
});
