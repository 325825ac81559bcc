import { platformOperations } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';
import { bodies, type Body, chart, inPath, inside, nothing, ofPeople, type Things, unknown } from './content-ids.ts';

/** Attacks 25 to 28: content of other users, by every id that a request can hold. */

const content =
  /\/deployments\/:deploymentId\/(folders|workbooks|reports|workspace|shared-workspace|notifications)\b|\/resource-policies/;
const routes = platformOperations.map(({ method, path }) => `${method} ${path}`).filter((route) => content.test(route));
/** Text in all content of other users; no answer may include it. */
const secret = 'secret of others';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const others = ['another deployment', 'another account', 'what nobody shared'] as const;

describe.each(storyKinds)('requests with the ids of others, on %s', (kind) => {
  let service: ScimService;
  let own: Things;
  let explorerOwn: Things;
  let explorer = '';
  /** API key of an admin, for one deployment. */
  let narrow = '';
  const foreign = new Map<(typeof others)[number], Things>();

  beforeAll(async () => {
    service = await ScimService.open(kind);
    const { changes, store, accountId, accounts, users } = service.metadata;
    const rival = await accounts.create('rival');
    const deployments = [
      { id: 2, account_id: accountId, name: 'second', created_at: 2 },
      { id: 3, account_id: rival.id, name: secret, created_at: 3 },
    ];
    await store.database.insertInto('deployment').values(deployments).execute();
    own = await make(service.key, accountId, 1, 'own');
    foreign.set('another deployment', await make(service.key, accountId, 2, secret));
    foreign.set('another account', await make(rival.key, rival.id, 3, secret));
    foreign.set('what nobody shared', await make(service.key, accountId, 1, secret));
    const eve = await changes.make({ accountId, by: { via: 'command' } }, (change) =>
      users.create(change, { username: 'eve', role: 'explorer' }),
    );
    explorer = await service.keyOf(eve);
    narrow = await service.keyOf({ id: service.adminId }, [1]);
    explorerOwn = { ...(await make(explorer, accountId, 1, "eve's")), user: eve.id };
  });

  afterAll(() => service[Symbol.asyncDispose]());

  /** Sends a request and removes the ids it held from the answer: nothing else may differ. */
  async function ask(route: string, own: Things, other: Partial<Things>, sent: Body | undefined, key: string) {
    const [method = '', template = ''] = route.split(' ');
    const things = { ...own, ...other };
    const path = template.replaceAll(/:(\w+)/g, (_, name: string) =>
      String(name === 'deploymentId' ? things.deploymentId : things[inPath(name, template)]),
    );
    const isRead = method === 'GET';
    const texts = Object.entries(sent ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
    const query = isRead && sent ? `?${new URLSearchParams(texts)}` : '';
    const response = await fetch(`${service.served.origin}/api/v1${path}${query}`, {
      method: method as Method,
      headers: { authorization: `Bearer ${key}`, ...(isRead ? {} : { 'content-type': 'application/json' }) },
      ...(isRead ? {} : { body: JSON.stringify(sent ?? {}) }),
    });
    const text = await response.text();
    const publicIds = [nothing, ...foreign.values()].map(({ publicId }) => publicId);
    const shown = publicIds.reduce((answer, publicId) => answer.replaceAll(publicId, '#'), text);
    const headers = [...response.headers.keys()].sort().filter((name) => name !== 'x-request-id');
    return { status: response.status, raw: text, text: shown.replaceAll(/\d+/g, '#'), headers };
  }

  async function make(key: string, accountId: number, deploymentId: number, name: string): Promise<Things> {
    // The tests assert the relevant fields.
    // oxlint-disable-next-line typescript/no-explicit-any
    const made = async (path: string, body: Body): Promise<any> => {
      const response = await fetch(`${service.served.origin}/api/v1/deployments/${deploymentId}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer: unknown = await response.json();
      expect([path, response.status, answer]).toEqual([path, 200, answer]);
      return answer;
    };
    const folder = await made('/folders', { name: `${name} ${deploymentId}` });
    const workbook = await made('/workbooks', { name });
    const report = await made('/reports', { name, jsonQuery: '{"measures":["orders.count"]}' });
    const tab = await made('/reports', { name, workbookId: workbook.id, jsonQuery: '{"measures":["orders.count"]}' });
    const publishing = { workbookId: workbook.id, config: chart(tab.id), title: name };
    const dashboard = await made(`/workbooks/${workbook.id}/publish`, publishing);
    const schedule = { scheduleType: 'DAILY', dashboardId: dashboard.id };
    const notification = key === explorer ? unknown : (await made('/notifications', schedule)).id;
    const { changes, users, groups } = service.metadata;
    const by = { via: 'command' } as const;
    const username = `${crypto.randomUUID()}@example.com`;
    const user = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username, email: username, role: 'viewer' }),
    );
    const group = await changes.changeRights({ accountId, by }, (change) =>
      groups.create(change, { name: `${name} ${username}` }),
    );
    return {
      ...{ deploymentId, folder: folder.id, workbook: workbook.id, report: report.id, tab: tab.id, notification },
      ...{ version: dashboard.versionId, dashboard: dashboard.id, publicId: dashboard.publicId },
      ...{ user: user.id, group: group.id },
    };
  }

  /** Every row that does not belong to the attacker. */
  async function kept() {
    const { database } = service.metadata.store;
    const ids = [...foreign.values()].flatMap(({ folder, workbook, report, tab }) => [folder, workbook, report, tab]);
    const [items, workbooks, reports, policies, favourites] = await Promise.all([
      database.selectFrom('content_item').selectAll().where('id', 'in', ids).orderBy('id').execute(),
      database.selectFrom('workbook').selectAll().where('item_id', 'in', ids).orderBy('item_id').execute(),
      database.selectFrom('report').selectAll().where('item_id', 'in', ids).orderBy('item_id').execute(),
      database.selectFrom('resource_policy').selectAll().where('resource_id', 'in', ids).execute(),
      database.selectFrom('content_favourite').selectAll().where('item_id', 'in', ids).execute(),
    ]);
    const sent = [...foreign.values()].map(({ notification }) => notification);
    const [dashboards, notifications, recipients, runs] = await Promise.all([
      database.selectFrom('dashboard').selectAll().where('workbook_id', 'in', ids).orderBy('id').execute(),
      database.selectFrom('notification').selectAll().where('id', 'in', sent).orderBy('id').execute(),
      database.selectFrom('notification_recipient').selectAll().where('notification_id', 'in', sent).execute(),
      database.selectFrom('notification_run').selectAll().where('notification_id', 'in', sent).execute(),
    ]);
    return { items, workbooks, reports, policies, favourites, dashboards, notifications, recipients, runs };
  }

  /**
   * Admins may use every path of the deployments of their key. An attack is a wrong path, or a key for another
   * deployment.
   */
  function attackersOf(whose: (typeof others)[number], route: string): readonly (readonly [string, Things])[] {
    const isByPath = route.includes(':deploymentId') || whose === 'another account';
    return [
      [explorer, explorerOwn],
      ...(whose === 'what nobody shared' ? [] : [[narrow, own] as const]),
      ...(whose !== 'what nobody shared' && isByPath ? [[service.key, own] as const] : []),
    ];
  }

  /** The answer is the same for content of others and for missing content. */
  async function expectAlike(
    route: string,
    whose: (typeof others)[number],
    part: (other: Things) => Partial<Things>,
    sent: (own: Things, other: Things) => Body | undefined,
  ) {
    const theirs = foreign.get(whose) ?? nothing;
    for (const [key, mine] of attackersOf(whose, route)) {
      const stranger = await ask(route, mine, part(theirs), sent(mine, theirs), key);
      const absent = await ask(route, mine, part(nothing), sent(mine, nothing), key);
      expect(stranger.raw).not.toContain(secret);
      const { raw: _, ...shown } = stranger;
      const { raw: __, ...expected } = absent;
      expect([route, shown]).toEqual([route, expected]);
      // A list may be empty; nothing else succeeds.
      if (!route.startsWith('GET ') || part(theirs) !== nothing)
        expect([route, shown.status < 500]).toEqual([route, true]);
      if (!route.startsWith('GET ')) expect([route, shown.status >= 400]).toEqual([route, true]);
    }
  }

  describe.each(others)('of %s', (whose) => {
    it.each(routes)('%s answers as for a missing item', async (route) => {
      const before = await kept();
      const parameters = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      for (const parameter of parameters) {
        if (parameter === 'deploymentId' && whose !== 'another account') continue;
        const field = parameter === 'deploymentId' ? 'deploymentId' : inPath(parameter, route);
        // Under a deployment of others, all ids belong to others.
        const part = (other: Things) => (field === 'deploymentId' ? other : { [field]: other[field] });
        await expectAlike(route, whose, part, (mine) => bodies[route]?.(mine));
      }
      expect(await kept()).toEqual(before);
    });

    const held = whose === 'another account' ? [...inside, ...ofPeople] : inside;
    it.each(held.map((one, index) => [one[0], index] as const))(
      '%s accepts none of them in its input (%i)',
      async (_, index) => {
        const [route, sent] = held[index] ?? ['', () => ({})];
        expect(routes).toContain(route);
        const before = await kept();
        await expectAlike(route, whose, () => ({}), sent);
        expect(await kept()).toEqual(before);
      },
    );
  });

  it('would notice an answer that differs', async () => {
    const route = 'GET /deployments/:deploymentId/folders/:folderId/ancestors';
    const shown = await ask(route, own, {}, undefined, service.key);
    const absent = await ask(route, own, { folder: unknown }, undefined, service.key);
    expect([shown.status, absent.status]).toEqual([200, 404]);
  });
});
