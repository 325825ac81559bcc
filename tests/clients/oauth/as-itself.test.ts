import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installClients } from '../../../scripts/install-clients.ts';
import { apiOf, keyOfNew } from '../../oauth/api-of.ts';
import { OAuthServer } from '../../oauth/oauth-server.ts';
import { storyKinds } from '../../servers/store-place.ts';

const run = promisify(execFile);

describe.each(storyKinds)('a program that acts for no person, on %s', (kind) => {
  let server: OAuthServer;

  beforeAll(async () => {
    await installClients(import.meta.dirname);
    server = await OAuthServer.open(kind);
  });

  afterAll(() => server?.[Symbol.asyncDispose]());

  it.each([
    ['oauth4webapi', 'basic'],
    ['oauth4webapi', 'post'],
    ['openid-client', 'basic'],
    ['openid-client', 'post'],
  ])('gets a token, introspects and revokes it: %s by %s', async (packageName, method) => {
    const asAdmin = apiOf(server.origin, await keyOfNew(server.metadata, 'admin'));
    const { body: client } = await asAdmin('POST', '/oauth-clients', {
      ...{ name: `${packageName} ${method}`, role: 'viewer', scopes: ['platform:read', 'mcp-agent-access'] },
    });
    const program = join(import.meta.dirname, 'as-itself.js');
    const given = [program, packageName, server.origin, client.clientId, client.clientSecret, method];
    const { tokens, before, after } = JSON.parse((await run(process.execPath, given)).stdout);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3_600, scope: 'platform:read' });
    expect(tokens.refresh_token).toBeUndefined();
    expect(before).toMatchObject({
      ...{ active: true, client_id: client.clientId, sub: String(client.serviceUserId), scope: 'platform:read' },
      ...{ aud: `${server.origin}/api/v1`, iss: server.origin, token_type: 'Bearer' },
    });
    expect(after).toEqual({ active: false });
  });
});
