import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyKinds } from '../servers/store-place.ts';
import { type ViewerAnswer, ViewerService } from './viewer-service.ts';

interface Line {
  readonly widgetId: string;
  readonly columns?: readonly { readonly name: string; readonly title: string }[];
  readonly rows?: readonly (readonly unknown[])[];
  readonly isTruncated?: boolean;
  readonly unapplied?: readonly string[];
  readonly error?: string;
  readonly code?: string;
}

const position = { x: 0, y: 0, w: 6, h: 4 };
const filter = (id: string, config: object) => ({
  id,
  type: 'FILTER',
  position,
  config: { semanticView: 'sales', ...config },
});

describe.each(storyKinds)('dashboards of viewers, on %s', (kind) => {
  let viewers: ViewerService;
  let workbookId: number;
  let publicId: string;
  let otherId: string;

  beforeAll(async () => {
    viewers = await ViewerService.open(kind);
    for (const name of ['Teams', 'Everything']) await viewers.ask('POST', '/api/v1/groups', { name });
    await viewers.ask('POST', '/api/v1/user-attributes', { name: 'city', type: 'string' });
    await viewers.ask('POST', '/api/v1/user-attributes', { name: 'team', type: 'string' });
    ({ workbookId, publicId } = await publish());
    ({ publicId: otherId } = await publish());
    await viewers.ask('PUT', `/api/v1/deployments/1/workbooks/${workbookId}/dashboard/embedding`, { allowEmbed: true });
  });

  afterAll(() => viewers[Symbol.asyncDispose]());

  async function publish(): Promise<{ readonly workbookId: number; readonly publicId: string }> {
    const place = '/api/v1/deployments/1';
    const { id } = (await viewers.ask('POST', `${place}/workbooks`, { name: 'Sales' })).body;
    const report = async (name: string, query: object) =>
      (await viewers.ask('POST', `${place}/reports`, { workbookId: id, name, ...query })).body.id;
    const json = (query: object) => ({ jsonQuery: JSON.stringify(query) });
    const chart = async (widgetId: string, query: object, config: object = {}) => ({
      ...{ id: widgetId, type: 'CHART', position },
      config: { reportId: await report(widgetId, query), ...config },
    });
    const statement = 'SELECT city, SUM(amount) AS amount FROM sales GROUP BY 1 ORDER BY 1';
    const byTeam = json({ measures: ['sales.amount'], dimensions: ['sales.team'], order: { 'sales.team': 'asc' } });
    const widgets = [
      await chart('by-team', byTeam),
      await chart('sum', json({ measures: ['sales.amount'] })),
      await chart('statement', {
        sqlQuery: statement,
        meta: { explore: { q: { measures: ['sales.amount'] }, statement } }, // as Explore keeps what it was made of
      }),
      await chart('unmapped', byTeam, { controlsMapping: { city: { enabled: false } } }),
      await chart('letters', json({ dimensions: ['letters.text'] })),
      await chart('broken', json({ measures: ['sales.nothing'] })),
      filter('city', { member: 'city', operator: 'equals', faceted: true }),
      filter('team', { member: 'sales.team', userAttributeDefault: 'team', value: ['red'], faceted: true }),
      filter('hidden', { member: 'sales.id', operator: 'less_than', value: 7, visibility: 'hidden' }),
      filter('locked', { member: 'sales.id', operator: 'greater_than', value: [0], visibility: 'disabled' }),
      filter('start', { member: 'city', operator: 'starts_with' }),
      { id: 'grain', type: 'TIME_GRAIN', position, config: { member: 'sales.at', allowed: ['month'] } },
    ];
    const published = await viewers.ask('POST', `${place}/workbooks/${id}/publish`, {
      workbookId: id,
      config: { widgets },
    });
    return { workbookId: id, publicId: published.body.publicId };
  }

  const as = (token: string) => ({
    get: (id = publicId) => viewers.ask('GET', `/api/v1/embed/dashboard/${id}`, undefined, `Embed-Token ${token}`),
    post: (path: string, body: object, id = publicId) =>
      viewers.ask('POST', `/api/v1/embed/dashboard/${id}/${path}`, body, `Embed-Token ${token}`),
  });
  const linesOf = ({ status, text }: ViewerAnswer) => {
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    const parts = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(parts.pop()).toEqual({ done: true });
    expect(parts.shift()).toEqual({ controls: { filters: expect.any(Array), timeGrains: expect.any(Array) } });
    return new Map(parts.map((line: Line) => [line.widgetId, line]));
  };
  const dataOf = async (token: string, body: object = {}) => linesOf(await as(token).post('data', body));
  const everything = { externalId: 'all', groups: ['Everything'] };

  it('are open to sessions of the deployment that allow them, and to nobody else (case 25)', async () => {
    const token = await viewers.tokenFor({ externalId: 'u1' });
    const shown = await as(token).get();
    expect(shown).toMatchObject({ status: 200, body: { publicId, status: 'published', allowEmbed: true } });
    expect(shown.body.reportSnapshots).toHaveLength(6);
    expect(shown.body).not.toHaveProperty('createdBy');
    expect(await as(token).get(otherId)).toMatchObject({
      status: 403,
      body: { error: 'Embedding is not enabled for this dashboard' },
    });
    for (const id of ['unknown12345', 'constructor']) {
      expect((await as(token).get(id)).status).toBe(404);
    }
    const { id: second } = (await viewers.ask('POST', '/api/v1/deployments', { name: `second ${kind}` })).body;
    expect((await as(await viewers.tokenFor({ externalId: 'u1', deploymentId: second })).get()).status).toBe(404);
  });

  it('are the only thing for a session that is for one of them', async () => {
    const token = await viewers.tokenFor({ ...everything, publicDashboardId: publicId });
    const { body } = await as(token).get();
    expect(JSON.stringify(body)).not.toContain('sales.amount');
    expect(JSON.stringify(body)).not.toContain('SELECT');
    expect((await as(token).get(otherId)).status).toBe(403);
    expect((await as(token).post('data', {}, otherId)).status).toBe(403);
    expect((await dataOf(token, { charts: ['sum'] })).get('sum')?.rows).toEqual([['21']]);
  });

  it('have the rows of each viewer, and each chart its own error (case 29)', async () => {
    const lines = await dataOf(
      await viewers.tokenFor({ ...everything, userAttributes: [{ name: 'team', value: 'blue' }] }),
    );
    expect([...lines.keys()].sort()).toEqual(['broken', 'by-team', 'letters', 'statement', 'sum', 'unmapped']);
    expect(lines.get('by-team')).toMatchObject({ rows: [['blue', '42']], isTruncated: false });
    expect(lines.get('by-team')?.columns).toMatchObject([{ name: 'sales.team' }, { name: 'sales.amount' }]);
    expect(lines.get('statement')?.rows).toEqual([
      ['Bern', '32'],
      ['Oslo', '2'],
      ['Rome', '8'],
    ]);
    expect(lines.get('broken')).toMatchObject({ error: expect.stringContaining('sales.nothing') });
    expect(lines.get('letters')?.error).toBeDefined(); // the session has no address
    const oslo = { externalId: 'oslo', userAttributes: [{ name: 'city', value: 'Oslo' }] };
    expect((await dataOf(await viewers.tokenFor(oslo))).get('sum')?.rows).toEqual([['1']]);
    const nobody = await dataOf(await viewers.tokenFor({ externalId: 'nobody' }));
    expect(nobody.get('sum')?.error).toBeDefined();
    expect(nobody.get('sum')).not.toHaveProperty('rows');
  });

  it('take choices at the controls that are open, before attributes, before saved values (case 31)', async () => {
    const token = await viewers.tokenFor({ ...everything, userAttributes: [{ name: 'team', value: 'blue' }] });
    const sum = async (body: object) => (await dataOf(token, { charts: ['sum'], ...body })).get('sum')?.rows?.[0]?.[0];
    expect(await sum({})).toBe('42');
    expect(await sum({ filters: [{ widgetId: 'team', value: ['red'] }] })).toBe('21');
    expect(await sum({ filters: [{ widgetId: 'team', isCleared: true }] })).toBe('63');
    expect(await sum({ filters: [{ widgetId: 'city', value: 'Rome' }] })).toBe('8');
    expect(await sum({ filters: [{ widgetId: 'city', operator: 'not_equals', value: ['Rome'] }] })).toBe('34');
    expect(await sum({ filters: [{ widgetId: 'city', operator: 'is_null' }] })).toBeNull();
    expect(await sum({ filters: [{ widgetId: 'start', value: 'Ro' }] })).toBeNull(); // equals, whatever the control says
    expect(await sum({ filters: [{ widgetId: 'start', operator: 'starts_with', value: 'Ro' }] })).toBe('8');
    const plain = await viewers.tokenFor({ externalId: 'plain', groups: ['Everything'] });
    expect((await dataOf(plain, { charts: ['sum'] })).get('sum')?.rows).toEqual([['21']]);
  });

  it('say what their controls are set to, those that are hidden left out', async () => {
    const controls = async (more: object, body: object = {}) => {
      const given = { ...everything, externalId: 'controls', ...more };
      const { text } = await as(await viewers.tokenFor(given)).post('data', { charts: ['sum'], ...body });
      return JSON.parse(text.slice(0, text.indexOf('\n'))).controls;
    };
    const locked = { widgetId: 'locked', operator: 'greater_than', value: [0] };
    expect(await controls({})).toEqual({
      filters: [{ widgetId: 'team', operator: 'equals', value: ['red'] }, locked],
      timeGrains: [],
    });
    expect(await controls({ userAttributes: [{ name: 'team', value: 'blue' }] })).toEqual({
      filters: [{ widgetId: 'team', operator: 'equals', value: ['blue'] }, locked],
      timeGrains: [],
    });
    const chosen = {
      filters: [
        { widgetId: 'team', isCleared: true },
        { widgetId: 'city', operator: 'not_equals', value: ['Rome'] },
      ],
      timeGrains: [{ widgetId: 'grain', grain: 'month' }],
    };
    expect(await controls({}, chosen)).toEqual({
      filters: [{ widgetId: 'city', operator: 'not_equals', value: ['Rome'] }, locked],
      timeGrains: [{ widgetId: 'grain', grain: 'month' }],
    });
  });

  it('name the filters that a chart does not follow', async () => {
    const token = await viewers.tokenFor(everything);
    const lines = await dataOf(token, { filters: [{ widgetId: 'city', value: 'Rome' }] });
    expect(lines.get('unmapped')?.unapplied).toEqual(['city']);
    expect(lines.get('letters')?.unapplied?.length).toBe(4);
    expect(lines.get('sum')).not.toHaveProperty('unapplied');
  });

  it('show the rows of an earlier version to those who may edit the workbook, and to no viewer', async () => {
    const first = await publish();
    const place = `/api/v1/deployments/1/workbooks/${first.workbookId}`;
    const { versionId } = (await viewers.ask('GET', place)).body.publishedDashboard;
    const again = { workbookId: first.workbookId, config: { widgets: [] } };
    await viewers.ask('POST', `${place}/publish`, again);
    await viewers.ask('PUT', `${place}/dashboard/embedding`, { allowEmbed: true });
    const address = `/api/v1/embed/dashboard/${first.publicId}/data`;
    const asked = { versionId, charts: ['sum'], filters: [{ widgetId: 'city', value: 'Rome' }] };
    const sum = async (body: object) => linesOf(await viewers.ask('POST', address, body)).get('sum');
    expect(await sum(asked)).toMatchObject({ error: expect.any(String) }); // no group of theirs may see rows
    const { items } = (await viewers.ask('GET', '/api/v1/groups')).body;
    const group = items.find(({ name }: { name: string }) => name === 'Everything').id;
    const { id: me } = (await viewers.ask('GET', '/api/v1/users/me')).body;
    await viewers.ask('POST', `/api/v1/groups/${group}/members`, { userIds: [me] });
    expect((await sum(asked))?.rows).toEqual([['4']]); // of the red team in Rome
    const cleared = [...asked.filters, { widgetId: 'team', isCleared: true }];
    expect((await sum({ ...asked, filters: cleared }))?.rows).toEqual([['12']]);
    const creator = { externalId: 'creator', creatorMode: true, embedTenantName: 'acme-corp' };
    for (const session of [everything, { ...everything, publicDashboardId: first.publicId }, creator]) {
      const token = await viewers.tokenFor(session);
      expect([403, 404]).toContain((await as(token).post('data', asked, first.publicId)).status);
      const values = { widgetId: 'city', versionId };
      expect([403, 404]).toContain((await as(token).post('values', values, first.publicId)).status);
    }
    expect(linesOf(await viewers.ask('POST', address, {})).size).toBe(0);
  });

  it.each([
    [{ charts: ['nope'] }, 404],
    [{ charts: ['city'] }, 404],
    [{ filters: [{ widgetId: 'nope', value: 'x' }] }, 404],
    [{ filters: [{ widgetId: 'sum', value: 'x' }] }, 404],
    [{ filters: [{ widgetId: 'grain', value: 'x' }] }, 404],
    [{ filters: [{ widgetId: 'hidden', operator: 'less_than', value: 100 }] }, 400],
    [{ filters: [{ widgetId: 'locked', isCleared: true }] }, 400],
    [{ filters: [{ widgetId: 'city', member: 'sales.id', operator: 'sql', value: '1' }] }, 400],
    [{ filters: [{ widgetId: 'city' }] }, 400],
    [{ timeGrains: [{ widgetId: 'grain', grain: 'day' }] }, 400],
    [{ timeGrains: [{ widgetId: 'city', grain: 'month' }] }, 404],
    [{ cache: 'whatever' }, 400],
  ])('refuse %j (attack 26)', async (body, status) => {
    const token = await viewers.tokenFor(everything);
    expect((await as(token).post('data', body)).status).toBe(status);
  });

  it('ignore what would ask for more than the dashboard shows (attack 26)', async () => {
    const token = await viewers.tokenFor({ externalId: 'oslo', userAttributes: [{ name: 'city', value: 'Oslo' }] });
    const more = {
      query: { measures: ['sales.count'] },
      securityContext: { team: 'blue' },
      filters: [{ widgetId: 'city', member: 'sales.id', value: ['Oslo', 'Rome'] }],
    };
    const lines = await dataOf(token, { charts: ['statement'], ...more });
    expect(lines.get('statement')?.rows).toEqual([['Oslo', '1']]);
  });

  it('suggest values of the rows that the viewer sees, narrowed by the other faceted filters', async () => {
    const values = async (given: object, body: object) => {
      const answer = await as(await viewers.tokenFor(given)).post('values', body);
      return answer.status === 200 ? answer.body.values : answer.status;
    };
    expect(await values(everything, { widgetId: 'city' })).toEqual(['Bern', 'Oslo', 'Rome']);
    expect(await values(everything, { widgetId: 'city', search: 'o', limit: 1 })).toEqual(['Oslo']);
    const oslo = { externalId: 'oslo', userAttributes: [{ name: 'city', value: 'Oslo' }] };
    expect(await values(oslo, { widgetId: 'city' })).toEqual(['Oslo']);
    expect(await values(everything, { widgetId: 'city', filters: [{ widgetId: 'team', value: 'none' }] })).toEqual([]);
    expect(await values(everything, { widgetId: 'hidden' })).toBe(400);
    expect(await values(everything, { widgetId: 'sum' })).toBe(404);
  });

  it('are open to users of the account by their rights, embedded or not', async () => {
    const { changes, users, accountId } = viewers.service.metadata;
    const { id } = await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    const key = `Bearer ${await viewers.service.keyOf({ id })}`;
    const get = async (dashboard: string) =>
      (await viewers.ask('GET', `/api/v1/embed/dashboard/${dashboard}`, undefined, key)).status;
    expect([await get(publicId), await get(otherId)]).toEqual([404, 404]);
    const internal = await viewers.tokenFor({ internalId: 'ann' });
    expect((await as(internal).get()).status).toBe(404);
    const share = { resourceType: 'Workbook', resourceId: workbookId, userId: id, action: 'WorkbookRead' };
    await viewers.ask('PUT', '/api/v1/resource-policies/user', share);
    expect([await get(publicId), await get(otherId)]).toEqual([200, 404]);
    expect((await as(internal).get()).status).toBe(200);
    expect((await viewers.ask('GET', `/api/v1/embed/dashboard/${otherId}`)).status).toBe(200);
  });
});
