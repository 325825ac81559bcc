import { dashboardThemeSchema, dashboardThemesSchema, workbookSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyKinds } from '../servers/store-place.ts';
import { ContentService, type Person } from './content-service.ts';

const base = '/deployments/1/workbooks';
const paper = { dashboard: { backgroundColor: '#f4f1ea' }, widgets: { border: { color: 'red', radius: '8px' } } };

describe.each(storyKinds)('themes of dashboards on %s', (kind) => {
  let service: ContentService;
  let owner: Person;

  beforeAll(async () => {
    service = await ContentService.open(kind);
    owner = await service.person('explorer');
  });

  afterAll(() => service[Symbol.asyncDispose]());

  const save = async (name: string, theme: object = paper) =>
    dashboardThemeSchema.parse(await service.get('POST', '/dashboard-themes', { body: { name, theme } }));
  const asOwner = (body?: unknown) => ({ key: owner.key, ...(body === undefined ? {} : { body }) });

  /** A workbook whose dashboard has a theme, and settings of its own. */
  async function dressed(themeId: number, own: object = {}): Promise<number> {
    const { id } = await service.get('POST', base, asOwner({}));
    const dashboardDraft = { widgets: [], theme: { themeId: String(themeId), ...own } };
    await service.get('PUT', `${base}/${id}/dashboard`, asOwner({ dashboardDraft }));
    return id;
  }
  const publish = (id: number) => service.get('POST', `${base}/${id}/publish`, asOwner({ workbookId: id }));
  const read = async (id: number) => workbookSchema.parse(await service.get('GET', `${base}/${id}`, asOwner()));
  const shownBy = async (id: number) => (await read(id)).publishedDashboard?.config.theme;

  it('apply to published dashboards when these are published again, and to none when they are deleted', async () => {
    const { id: themeId } = await save('Paper');
    const own = { widgets: { border: { color: 'blue' } } };
    const [one, two] = [await dressed(themeId, own), await dressed(themeId)];
    await publish(one);
    await publish(two);
    const before = { themeId: String(themeId), ...paper, widgets: { border: { color: 'blue', radius: '8px' } } };
    expect(await shownBy(one)).toEqual(before);
    expect(await shownBy(two)).toEqual({ themeId: String(themeId), ...paper });

    const night = { dashboard: { backgroundColor: '#111' } };
    const changed = await service.get('PUT', `/dashboard-themes/${themeId}`, { body: { theme: night } });
    expect(changed).toMatchObject({ name: 'Paper', theme: night });
    expect(await shownBy(one)).toEqual(before);
    expect((await read(one)).dashboardDraft?.theme).toEqual({ themeId: String(themeId), ...own });
    await publish(one);
    expect(await shownBy(one)).toEqual({ themeId: String(themeId), ...night, ...own });
    expect(await shownBy(two)).toEqual({ themeId: String(themeId), ...paper });

    expect((await service.ask('DELETE', `/dashboard-themes/${themeId}`)).status).toBe(204);
    expect(await shownBy(two)).toEqual({ themeId: String(themeId), ...paper });
    await publish(one);
    await publish(two);
    expect(await shownBy(one)).toEqual({ themeId: String(themeId), ...own });
    expect(await shownBy(two)).toEqual({ themeId: String(themeId) });
  });

  it('are what restored drafts and copies have, with the settings of the dashboard on top', async () => {
    const { id: themeId } = await save('Restored');
    const id = await dressed(themeId);
    const { versionId } = await publish(id);
    await service.get('PUT', `${base}/${id}/dashboard`, asOwner({ dashboardDraft: { widgets: [] } }));
    await service.get('POST', `${base}/${id}/dashboard/versions/${versionId}/restore`, asOwner());
    expect((await read(id)).dashboardDraft?.theme).toEqual({ themeId: String(themeId) });
    const copy = await service.get('POST', `${base}/${id}/duplicate`, asOwner({}));
    expect(await shownBy(copy.id)).toEqual({ themeId: String(themeId), ...paper });
  });

  it('have names of their own and values of their kinds', async () => {
    const { id } = await save('Names');
    const other = await save('Other names');
    const ask = (method: 'POST' | 'PUT', path: string, body: object) =>
      service.ask(method, `/dashboard-themes${path}`, { body });
    expect((await ask('POST', '', { name: ' NAMES ', theme: {} })).status).toBe(409);
    expect((await ask('PUT', `/${other.id}`, { name: 'names' })).status).toBe(409);
    expect((await ask('PUT', `/${id}`, { name: 'NAMES' })).body).toMatchObject({ name: 'NAMES', theme: paper });
    const hostile = { widgets: { border: { color: 'url(https://evil.example)', radius: 'calc(1px)' } } };
    const refused = await ask('POST', '', { name: 'Hostile', theme: hostile });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('theme.widgets.border.color must be a colour such as #4061d0');
    expect(refused.text).toContain('theme.widgets.border.radius must be a length such as 8px');
    expect((await ask('PUT', '/999999', { name: 'x' })).status).toBe(404);
    const { items } = dashboardThemesSchema.parse(await service.get('GET', '/dashboard-themes?first=1000', asOwner()));
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['NAMES', 'Other names']));
  });

  it('keep a new name and new settings that are saved at the same time', async () => {
    const { id } = await save('Name 0', { dashboard: { padding: '0px' } });
    for (let round = 1; round <= 10; round += 1) {
      const theme = { dashboard: { padding: `${round}px` } };
      await Promise.all(
        [{ name: `Name ${round}` }, { theme }].map((body) => service.get('PUT', `/dashboard-themes/${id}`, { body })),
      );
      const { items } = await service.get('GET', '/dashboard-themes?first=1000');
      expect(items.find((item: { readonly id: number }) => item.id === id)).toMatchObject({
        name: `Name ${round}`,
        theme,
      });
    }
  });

  it('are changed by those to whom a role gives the right, and are of one account', async () => {
    const { id } = await save('Rights');
    const { changes, roles, users, accounts, accountId } = service.metadata;
    const by = { via: 'command' } as const;
    const role = await changes.changeRights({ accountId, by }, (change) =>
      roles.create(change, { name: 'Designers', base: 'viewer', actions: ['DashboardThemesManage'], policies: [] }),
    );
    const designer = await service.person('viewer');
    const put = (key: string) => service.ask('PUT', `/dashboard-themes/${id}`, { key, body: { name: 'By designer' } });
    expect((await put(designer.key)).status).toBe(403);
    await changes.changeRights({ accountId, by }, (change) =>
      users.update(change, designer.id, { customRoles: [role.id] }),
    );
    expect((await put(designer.key)).status).toBe(200);
    const foreign = await accounts.create(`other-${kind}`);
    expect((await put(foreign.key)).status).toBe(404);
    expect((await service.get('GET', '/dashboard-themes', { key: foreign.key })).items).toEqual([]);
  });
});
