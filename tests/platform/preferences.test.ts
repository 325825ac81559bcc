import { platformErrorSchema, preferencesSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';

const unchosen = {
  theme: 'system',
  sidebarDrawer: false,
  pointerCursors: true,
  newCodeEditor: false,
  scrollToNewMessages: true,
  alternatingRows: false,
  singleKeys: true,
};

describe.each(storyKinds)('preferences over the Platform API, on %s', (kind) => {
  let service: ScimService;

  beforeAll(async () => {
    service = await ScimService.open(kind);
  });

  afterAll(() => service[Symbol.asyncDispose]());

  async function ask(key: string, body?: unknown, path = '/users/me/preferences') {
    const response = await fetch(`${service.served.origin}/api/v1${path}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'PUT', body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    return response.ok ? preferencesSchema.parse(answer) : platformErrorSchema.parse(answer);
  }

  it('belong to the caller, also to a viewer', async () => {
    const [viewer, other] = [await service.keyOf('viewer'), await service.keyOf('viewer')];
    expect(await ask(viewer)).toEqual(unchosen);
    expect(await ask(viewer, { theme: 'dark', unknown: 1 }, '/users/me/preferences/')).toEqual({
      ...unchosen,
      theme: 'dark',
    });
    expect([await ask(viewer), await ask(other)]).toEqual([{ ...unchosen, theme: 'dark' }, unchosen]);
    expect(await ask(viewer, { theme: null })).toEqual(unchosen);
  });

  it('are refused with every fault, and stay unchanged', async () => {
    const key = await service.keyOf('explorer');
    expect(await ask(key, { theme: 'blue', sidebarDrawer: 'yes', alternatingRows: true })).toMatchObject({
      statusCode: 400,
      details: [{ path: 'theme' }, { path: 'sidebarDrawer' }],
    });
    expect(await ask(key)).toEqual(unchosen);
    expect(await ask('nonsense')).toMatchObject({ statusCode: 401 });
  });
});
