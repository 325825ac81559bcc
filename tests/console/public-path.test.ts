import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { ScimService } from '../scim/scim-service.ts';

const project = join(import.meta.dirname, '../attacks/project');
const html = { accept: 'text/html', 'x-forwarded-proto': 'https' };

describe.each(['passes on', 'removes'])('below a path that the proxy %s', (way) => {
  let service: ScimService;
  let base: string;

  beforeAll(async () => {
    await keepBuilt('console');
    const environment = { ORRERY_PUBLIC_URL: 'https://tools.example.com/data/shop' };
    service = await ScimService.open('sqlite', { project, isProduction: true, environment });
    base = `${service.served.origin}${way === 'removes' ? '' : '/data/shop'}`;
  });

  afterAll(() => service[Symbol.asyncDispose]());

  it('pages, files and redirections name it', async () => {
    const asked = await fetch(`${base}/preferences`, { headers: html, redirect: 'manual' });
    expect([asked.status, asked.headers.get('location')]).toEqual([302, '/data/shop/sign-in?next=%2Fpreferences']);
    const page = await (await fetch(`${base}/sign-in`, { headers: html })).text();
    const addresses = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      const file = /^\/data\/shop(\/assets\/.+)$/.exec(address)?.[1];
      expect((await fetch(`${base}${file}`, { headers: html })).status).toBe(200);
    }
    const missing = await fetch(`${base}/nothing`, { headers: html });
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('sessions are for it alone', async () => {
    const { changes, users, signIn, accountId } = service.metadata;
    const by = { via: 'command' } as const;
    const link = await changes.make({ accountId, by }, async (change) => {
      const user = { username: `ann-${way}`, role: 'viewer', status: 'invited' } as const;
      return signIn.invite(change, (await users.create(change, user)).id);
    });
    const response = await fetch(`${base}/api/v1/sign-in-links/redeem`, {
      method: 'POST',
      headers: { ...html, 'content-type': 'application/json' },
      body: JSON.stringify({ token: link.text, password: 'correct horse battery' }),
    });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-orrery-session=[\w-]{43}; Path=\/data\/shop; HttpOnly; SameSite=Lax; .*Secure$/);
    const page = await fetch(`${base}/`, {
      headers: { ...html, cookie: cookie.split(';')[0] ?? '' },
      redirect: 'manual',
    });
    expect(page.status).toBe(200);
  });
});
