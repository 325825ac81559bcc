import { platformErrorSchema, workspaceSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../packages/kernel/src/caller/role.ts';
import { ScimService } from '../scim/scim-service.ts';
import { storeKinds } from '../servers/store-place.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The numbers are those of the acceptance cases of the Platform API. */
describe.each(storeKinds)('the workspace over the Platform API, on %s', (kind) => {
  let service: ScimService;
  let now = Date.UTC(2026, 5, 17);
  /** Items by name. */
  const ids = new Map<string, number>();
  const idOf = (name: string) => ids.get(name) ?? 0;
  const base = '/deployments/1';

  beforeAll(async () => {
    service = await ScimService.open(kind, { now: () => now });
    await folder('Sales');
    await folder('Europe', 'Sales');
    await folder('Norway', 'Europe');
    await folder('Archive');
    for (const [name, place] of [
      ['Revenue', 'Norway'],
      ['Costs', undefined],
      ['100% margin', undefined],
    ] as const) {
      await workbook(name, place);
    }
    await report('Orders by day');
    await report('Tab', { workbookId: idOf('Costs') });
    await report('revenue of the year', { folderId: idOf('Sales') });
  });

  afterAll(() => service[Symbol.asyncDispose]());

  async function ask(method: Method, path: string, { key = service.key, body }: { key?: string; body?: object } = {}) {
    const response = await fetch(`${service.served.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const answer = { status: response.status, text, body: text === '' ? undefined : JSON.parse(text) };
    if (!response.ok) expect(platformErrorSchema.parse(answer.body).statusCode).toBe(response.status);
    return answer;
  }

  /** Creates an item and returns it; each one is a second newer than the one before. */
  async function make(path: string, body: { readonly name: string } & Readonly<Record<string, unknown>>) {
    now += 1_000;
    const made = await ask('POST', `${base}${path}`, { body });
    expect([body, made.status, made.text]).toEqual([body, 200, made.text]);
    ids.set(body.name, made.body.id);
  }
  const folder = (name: string, parent?: string) =>
    make('/folders', { name, parentId: parent === undefined ? null : idOf(parent) });
  const workbook = (name: string, place?: string) =>
    make('/workbooks', { name, folderId: place === undefined ? null : idOf(place) });
  const report = (name: string, more: object = {}) => make('/reports', { name, ...more });

  async function list(query: string, key = service.key) {
    const { status, text, body } = await ask('GET', `${base}/workspace${query}`, { key });
    expect([query, status, text]).toEqual([query, 200, text]);
    return workspaceSchema.parse(body);
  }
  const namesIn = async (query: string, key?: string) => (await list(query, key)).items.map(({ name }) => name);
  const keyOf = (role: Role) => service.keyOf(role);

  it('36: lists folders first, in any order of the others', async () => {
    const others = ['Orders by day', '100% margin', 'Costs'];
    expect(await namesIn('')).toEqual(['Sales', 'Archive', ...others]);
    expect(await namesIn('?folderId=0&orderByField=updated_at&orderByDirection=DESC')).toEqual(await namesIn(''));
    const oldestFirst = ['Sales', 'Archive', ...others.toReversed()];
    expect(await namesIn('?orderByDirection=ASC')).toEqual(oldestFirst);
    expect(await namesIn('?orderByField=created_at&orderByDirection=ASC')).toEqual(oldestFirst);
    expect(await namesIn('?orderByField=name')).toEqual(['Sales', 'Archive', '100% margin', 'Costs', 'Orders by day']);
    expect(await namesIn('?orderByField=name&orderByDirection=DESC')).toEqual([
      'Sales',
      'Archive',
      ...['Orders by day', 'Costs', '100% margin'],
    ]);
    expect(await namesIn(`?folderId=${idOf('Sales')}`)).toEqual(['Europe', 'revenue of the year']);
    const slashed = await ask('GET', `${base}/workspace/`);
    expect(slashed.text).toBe((await ask('GET', `${base}/workspace`)).text);
  });

  it('36: filters by kind', async () => {
    expect(await namesIn('?types=WORKBOOK&types=REPORT')).toEqual(['Orders by day', '100% margin', 'Costs']);
    expect(await namesIn('?types=FOLDER')).toEqual(['Sales', 'Archive']);
    expect(await namesIn('?types=REPORT&types=REPORT')).toEqual(['Orders by day']);
  });

  it('36: finds a part of a name anywhere, in any case, and takes no pattern', async () => {
    expect(await namesIn('?search=rev&orderByField=name')).toEqual(['Revenue', 'revenue of the year']);
    // Nothing but space is a part of every name.
    expect(await namesIn('?search=%20&types=WORKBOOK&orderByField=name')).toEqual(
      await namesIn(`?search=${encodeURIComponent(' \u00a0')}&types=WORKBOOK&orderByField=name`),
    );
    expect(await namesIn('?search=%20&types=WORKBOOK')).toEqual(expect.arrayContaining(['Revenue', 'Costs']));
    expect(await namesIn(`?search=REV&folderId=${idOf('Archive')}&types=WORKBOOK`)).toEqual(['Revenue']);
    expect(await namesIn('?search=NOR')).toEqual(['Norway']);
    expect(await namesIn(`?search=${encodeURIComponent('%')}`)).toEqual(['100% margin']);
    expect(await namesIn('?search=_')).toEqual([]);
  });

  it('37: leaves tabs to their workbook, and shows each kind in its own form', async () => {
    const { items } = await list('?search=a');
    expect(items.map(({ name }) => name)).not.toContain('Tab');
    const [first] = (await list('?types=WORKBOOK&orderByField=name')).items;
    expect(first).toMatchObject({ type: 'WORKBOOK', id: idOf('100% margin'), folderId: null, isFavorite: false });
    expect(first).toEqual((await ask('GET', `${base}/workbooks/${idOf('100% margin')}`)).body);
    expect((await list('?types=REPORT')).items[0]).toMatchObject({ type: 'REPORT', workbookId: null });
    expect((await list('?types=FOLDER')).items[0]).toMatchObject({ type: 'FOLDER', parentId: null, position: 0 });
  });

  it('pages from folders to other items, without repetitions when an item is created meanwhile', async () => {
    for (const query of ['orderByField=name', 'orderByField=viewer_last_viewed_at', 'orderByDirection=ASC']) {
      const found: string[] = [];
      let after = '';
      for (let page = 0; ; page += 1) {
        const { items, pageInfo } = await list(`?first=1&${query}${after && `&after=${after}`}`);
        expect(pageInfo.hasPreviousPage).toBe(page > 0);
        expect(items).toHaveLength(1);
        found.push(...items.map(({ name }) => name));
        if (!pageInfo.hasNextPage) break;
        after = pageInfo.endCursor ?? '';
        if (page === 0) await folder(`${query} 1`);
      }
      const all = await namesIn(`?${query}`);
      expect([query, found]).toEqual([query, all]);
      await ask('DELETE', `${base}/folders/${idOf(`${query} 1`)}`);
    }
    expect(await list('?types=REPORT&search=nothing')).toEqual({
      items: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  it('pages on after a name that is long to compare', async () => {
    // Each of these characters is compared as the several characters that it stands for.
    const name = Array.from({ length: 255 }, (_, at) => String.fromCodePoint(0x3300 + ((at * 37) % 88))).join('');
    const longest = String.fromCodePoint(0xfdfa).repeat(255);
    await workbook(name, 'Archive');
    await workbook(longest, 'Archive');
    const query = `?folderId=${idOf('Archive')}&orderByField=name&first=1`;
    const [first, second] = (await list(query.replace('first=1', 'first=2'))).items;
    const { items, pageInfo } = await list(query);
    expect([items[0]?.id, pageInfo.hasNextPage]).toEqual([first?.id, true]);
    const next = await list(`${query}&after=${pageInfo.endCursor}`);
    expect([next.items[0]?.id, next.pageInfo.hasNextPage]).toEqual([second?.id, false]);
    expect([first?.name, second?.name].sort()).toEqual([name, longest].sort());
    const after = next.pageInfo.endCursor;
    expect((await list(`${query}&after=${after}`)).items).toEqual([]);
  });

  it('remembers views and favourites of each caller', async () => {
    const [ann, bob] = [await keyOf('admin'), await keyOf('admin')];
    const [costs, orders] = [idOf('Costs'), idOf('Orders by day')];
    for (const path of [`/reports/${orders}`, `/workbooks/${costs}`]) {
      now += 1_000;
      expect((await ask('GET', `${base}${path}`, { key: ann })).status).toBe(200);
    }
    const byView = '?types=WORKBOOK&types=REPORT&orderByField=viewer_last_viewed_at';
    expect(await namesIn(byView, ann)).toEqual(['Costs', 'Orders by day', '100% margin']);
    expect(await namesIn(`${byView}&orderByDirection=ASC`, ann)).toEqual(['Orders by day', 'Costs', '100% margin']);
    expect(await namesIn(byView, bob)).toEqual(['Orders by day', '100% margin', 'Costs']);

    const mark = (method: Method, id: number) => ask(method, `${base}/workspace/${id}/favorite`, { key: ann });
    for (const id of [costs, costs, idOf('Norway'), orders]) expect((await mark('PUT', id)).status).toBe(204);
    expect(await namesIn('?favorites=true&orderByField=name', ann)).toEqual(['Norway', 'Costs', 'Orders by day']);
    expect(await namesIn('?favorites=true', bob)).toEqual([]);
    const shown = async (key: string) => (await ask('GET', `${base}/workbooks/${costs}`, { key })).body.isFavorite;
    expect([await shown(ann), await shown(bob)]).toEqual([true, false]);
    for (let round = 0; round < 2; round += 1) expect((await mark('DELETE', costs)).status).toBe(204);
    expect(await namesIn('?favorites=true&types=WORKBOOK', ann)).toEqual([]);
  });

  it('lists the items the caller may see, with the folders on the way', async () => {
    const { changes, users, accountId } = service.metadata;
    const reader = await changes.make({ accountId, by: { via: 'command' } }, (change) =>
      users.create(change, { username: 'reader', role: 'explorer' }),
    );
    const key = await service.keyOf(reader);
    expect(await namesIn('', key)).toEqual([]);
    expect((await ask('GET', `${base}/workspace?folderId=${idOf('Sales')}`, { key })).status).toBe(404);
    const sharing = {
      resourceType: 'Workbook',
      resourceId: idOf('Revenue'),
      userId: reader.id,
      action: 'WorkbookRead',
    };
    expect((await ask('PUT', '/resource-policies/user', { body: sharing })).status).toBe(200);
    expect(await namesIn('', key)).toEqual(['Sales']);
    expect(await namesIn(`?folderId=${idOf('Norway')}`, key)).toEqual(['Revenue']);
    expect(await namesIn('?search=e', key)).toEqual(['Europe', 'Sales', 'Revenue']);
    // Sees only the folders on the way to the item.
    expect((await ask('PUT', `${base}/workspace/${idOf('Sales')}/favorite`, { key })).status).toBe(404);
    expect((await ask('PUT', `${base}/workspace/${idOf('Revenue')}/favorite`, { key })).status).toBe(204);
    await ask('PUT', '/resource-policies/user', { body: { ...sharing, action: null } });
    expect(await namesIn('?favorites=true', key)).toEqual([]);
  });

  it('ends a page early when dashboards are large, and leaves nothing out', async () => {
    await folder('Large');
    const text = 'x'.repeat(9_000_000);
    const position = { x: 0, y: 0, w: 1, h: 1 };
    const dashboardDraft = { widgets: [{ id: 'a', type: 'TEXT', position, config: { content: text } }] };
    for (const name of ['large 1', 'large 2', 'large 3']) {
      await workbook(name, 'Large');
      const path = `${base}/workbooks/${idOf(name)}/dashboard`;
      expect((await ask('PUT', path, { body: { dashboardDraft } })).status).toBe(200);
    }
    await report('beside them', { folderId: idOf('Large') });
    const pages: (readonly string[])[] = [];
    for (let after = ''; ; ) {
      const query = `?folderId=${idOf('Large')}&orderByField=name${after && `&after=${after}`}`;
      const { items, pageInfo } = await list(query);
      pages.push(items.map(({ name }) => name));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor ?? '';
    }
    expect(pages).toEqual([['beside them', 'large 1'], ['large 2'], ['large 3']]);
  }, 600_000);

  it('refuses invalid parameters, by name, and missing folders and deployments', async () => {
    const cursor = (await list('?first=1&orderByField=name')).pageInfo.endCursor;
    for (const [query, path] of [
      ['?types=DASHBOARD', 'types'],
      ['?orderByField=size', 'orderByField'],
      ['?orderByDirection=down', 'orderByDirection'],
      ['?folderId=x', 'folderId'],
      ['?folderId=-1', 'folderId'],
      ['?favorites=yes', 'favorites'],
      ['?first=0', 'first'],
      ['?after=nonsense', 'after'],
      [`?after=${cursor}`, 'after'],
      [`?after=${cursor}&orderByField=name&orderByDirection=DESC`, 'after'],
      [`?after=${cursor}&orderByField=name&types=WORKBOOK`, 'after'],
    ] as const) {
      const { status, body } = await ask('GET', `${base}/workspace${query}`);
      expect([query, status, body.details?.[0]?.path]).toEqual([query, 400, path]);
    }
    expect((await ask('GET', `${base}/workspace?folderId=999999`)).status).toBe(404);
    expect((await ask('GET', `${base}/workspace?folderId=${idOf('Costs')}`)).status).toBe(404);
    expect((await ask('GET', '/deployments/999/workspace')).status).toBe(404);
    const scoped = await service.keyOf({ id: service.adminId }, [1]);
    expect((await ask('GET', '/deployments/999/workspace', { key: scoped })).status).toBe(403);
    expect((await ask('PUT', `${base}/workspace/999999/favorite`)).status).toBe(404);
    expect((await ask('PUT', `${base}/workspace/x/favorite`)).status).toBe(400);
  });

  it('refuses the items shared with embedded viewers to users of the account', async () => {
    for (const role of ['admin', 'explorer', 'viewer'] as const) {
      expect((await ask('GET', `${base}/shared-workspace`, { key: await keyOf(role) })).status).toBe(403);
    }
    expect((await ask('GET', `${base}/shared-workspace`, { key: 'nonsense' })).status).toBe(401);
  });
});
