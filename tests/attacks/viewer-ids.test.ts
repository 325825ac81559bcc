import { platformOperations } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ViewerService } from '../embedding/viewer-service.ts';
import { storyKinds } from '../servers/store-place.ts';
import { bodies, type Body, chart, inPath, inside, nothing, ofPeople, type Things, unknown } from './content-ids.ts';

const content =
  /\/deployments\/:deploymentId\/(folders|workbooks|reports|workspace)\b|\/resource-policies|\/embed\/dashboard\//;
const routes = platformOperations
  .filter(({ path, takes }) => takes.viewers !== undefined && content.test(path))
  .map(({ method, path }) => `${method} ${path}`);
/** Text in all content of others; no answer may include it. */
const secret = 'secret of others';
const others = ['another viewer', 'another tenant', 'the account', 'another account'] as const;

/** Sends a request with a credential. */
type Ask = (method: string, path: string, body?: unknown) => ReturnType<ViewerService['ask']>;

describe.each(storyKinds)('attack 25: viewers in creator mode with the ids of others, on %s', (kind) => {
  let viewers: ViewerService;
  let asViewer: Ask;
  let own: Things;
  const foreign = new Map<(typeof others)[number], Things>();

  beforeAll(async () => {
    viewers = await ViewerService.open(kind);
    const { accounts, settings, changes, store, accountId } = viewers.service.metadata;
    const rival = await accounts.create('rival');
    await store.database
      .insertInto('deployment')
      .values({ id: 77, account_id: rival.id, name: secret, created_at: 3 })
      .execute();
    await changes.changeRights({ accountId: rival.id, by: { via: 'command' } }, (change) =>
      settings.update(change, { flags: { useCreatorMode: true } }),
    );
    const acme = { embedTenantName: 'acme-corp', groupDefinitions: [{ name: 'Sales' }] };
    const mine = await creator(`Bearer ${viewers.service.key}`, { externalId: 'u1', ...acme });
    asViewer = mine.ask;
    own = await make(mine, 'own');
    const second = await creator(`Bearer ${viewers.service.key}`, { externalId: 'u2', ...acme });
    foreign.set('another viewer', await make(second, secret));
    const elsewhere = { externalId: 'u1', embedTenantName: 'other-co', groupDefinitions: [{ name: 'Sales' }] };
    foreign.set('another tenant', await make(await creator(`Bearer ${viewers.service.key}`, elsewhere), secret));
    const ofRival = { externalId: 'u1', ...acme, deploymentId: 77 };
    foreign.set('another account', await make(await creator(`Bearer ${rival.key}`, ofRival), secret));
    const group = (await viewers.ask('POST', '/api/v1/groups', { name: secret })).body.id;
    const admin: Maker = {
      ...{ accountId, deploymentId: 1, user: viewers.service.adminId, group },
      ask: (method, path, body) => viewers.ask(method, path, body),
    };
    foreign.set('the account', await make(admin, secret));
  });

  afterAll(() => viewers?.[Symbol.asyncDispose]());

  interface Maker extends Pick<Things, 'deploymentId' | 'user' | 'group'> {
    readonly accountId: number;
    readonly ask: Ask;
  }

  async function creator(key: string, given: object): Promise<Maker> {
    const body = { deploymentId: 1, creatorMode: true, groups: ['Sales'], ...given };
    const made = await viewers.ask('POST', '/api/v1/embed/generate-session', body, key);
    const { token } = (await viewers.ask('POST', '/api/v1/embed/session/token', made.body)).body;
    const { sub, deploymentId } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { database } = viewers.service.metadata.store;
    const joined = database.selectFrom('group_member').select('group_id').where('user_id', '=', Number(sub));
    const account = database.selectFrom('account_user').select('account_id').where('id', '=', Number(sub));
    return {
      ...{ deploymentId, user: Number(sub), group: (await joined.executeTakeFirstOrThrow()).group_id },
      accountId: (await account.executeTakeFirstOrThrow()).account_id,
      ask: (method, path, sent) => viewers.ask(method, path, sent, `Embed-Token ${token}`),
    };
  }

  async function make({ ask, deploymentId, user, group }: Maker, name: string): Promise<Things> {
    // The tests assert the relevant fields.
    // oxlint-disable-next-line typescript/no-explicit-any
    const made = async (path: string, body: Body): Promise<any> => {
      const answer = await ask('POST', `/api/v1/deployments/${deploymentId}${path}`, body);
      expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text]);
      return answer.body;
    };
    const jsonQuery = '{"measures":["sales.amount"]}';
    const folder = await made('/folders', { name });
    const workbook = await made('/workbooks', { name });
    const report = await made('/reports', { name, jsonQuery });
    const tab = await made('/reports', { name, workbookId: workbook.id, jsonQuery });
    const publishing = { workbookId: workbook.id, config: chart(tab.id), title: name };
    const dashboard = await made(`/workbooks/${workbook.id}/publish`, publishing);
    return {
      ...{ deploymentId, user, group, folder: folder.id, workbook: workbook.id, report: report.id, tab: tab.id },
      ...{ version: dashboard.versionId, dashboard: dashboard.id, publicId: dashboard.publicId },
      notification: unknown,
    };
  }

  /** Every row of others. */
  async function kept() {
    const { database } = viewers.service.metadata.store;
    const ids = [...foreign.values()].flatMap(({ folder, workbook, report, tab }) => [folder, workbook, report, tab]);
    return Promise.all([
      database.selectFrom('content_item').selectAll().where('id', 'in', ids).orderBy('id').execute(),
      database.selectFrom('workbook').selectAll().where('item_id', 'in', ids).orderBy('item_id').execute(),
      database.selectFrom('report').selectAll().where('item_id', 'in', ids).orderBy('item_id').execute(),
      database.selectFrom('resource_policy').selectAll().where('resource_id', 'in', ids).execute(),
      database.selectFrom('content_favourite').selectAll().where('item_id', 'in', ids).execute(),
      database.selectFrom('dashboard').selectAll().where('workbook_id', 'in', ids).orderBy('id').execute(),
    ]);
  }

  /** Sends a request of the viewer and removes the ids it held from the answer: nothing else may differ. */
  async function ask(route: string, part: Partial<Things>, sent: Body | undefined) {
    const [method = '', template = ''] = route.split(' ');
    const things = { ...own, ...part };
    const path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
      if (name === 'publicId') return things.publicId;
      return String(name === 'deploymentId' ? things.deploymentId : things[inPath(name, template)]);
    });
    const texts = Object.entries(sent ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
    const query = method === 'GET' && sent ? `?${new URLSearchParams(texts)}` : '';
    const answer = await asViewer(method, `/api/v1${path}${query}`, method === 'GET' ? undefined : (sent ?? {}));
    const publicIds = [nothing, ...foreign.values()].map(({ publicId }) => publicId);
    const text = publicIds.reduce((shown, publicId) => shown.replaceAll(publicId, '#'), answer.text);
    return { status: answer.status, raw: answer.text, text: text.replaceAll(/\d+/g, '#') };
  }

  async function expectAlike(
    route: string,
    theirs: Things,
    part: (other: Things) => Partial<Things>,
    sent: (own: Things, other: Things) => Body | undefined,
  ) {
    const before = await kept();
    const { raw, ...shown } = await ask(route, part(theirs), sent(own, theirs));
    const { raw: _, ...expected } = await ask(route, part(nothing), sent(own, nothing));
    expect(raw).not.toContain(secret);
    expect([route, shown]).toEqual([route, expected]);
    if (!route.startsWith('GET ')) expect([route, shown.status >= 400 && shown.status < 500]).toEqual([route, true]);
    expect(await kept()).toEqual(before);
  }

  describe.each(others)('of %s', (whose) => {
    const theirs = () => foreign.get(whose) ?? nothing;

    it.each(routes)('%s answers as for a missing item', async (route) => {
      for (const [, parameter = ''] of route.matchAll(/:(\w+)/g)) {
        if (parameter === 'deploymentId') continue;
        const field = parameter === 'publicId' ? parameter : inPath(parameter, route);
        const body = route.startsWith('POST /embed/dashboard/') ? { widgetId: 'x' } : undefined;
        const sent = (mine: Things) => body ?? bodies[route]?.(mine);
        await expectAlike(route, theirs(), (other) => ({ [field]: other[field] }), sent);
      }
    });

    const held = [...inside, ...(whose === 'another viewer' ? [] : ofPeople)].filter(([route]) =>
      routes.includes(route),
    );
    it.each(held.map((one, index) => [one[0], index] as const))(
      '%s accepts none of them in its input (%i)',
      async (_, index) => {
        const [route, sent] = held[index] ?? ['', () => ({})];
        await expectAlike(route, theirs(), () => ({}), sent);
      },
    );
  });

  it('would notice an answer that differs', async () => {
    const route = 'GET /embed/dashboard/:publicId';
    const [mine, theirs] = [await ask(route, {}, undefined), await ask(route, nothing, undefined)];
    expect([mine.status, theirs.status]).toEqual([200, 404]);
    expect(routes.length).toBeGreaterThan(25);
  });
});
