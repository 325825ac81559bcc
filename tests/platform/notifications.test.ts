import {
  changedRecipientsSchema,
  notificationRecipientsSchema,
  notificationRunSchema,
  notificationRunsSchema,
  notificationSchema,
  notificationsSchema,
  platformErrorSchema,
} from '@orrery/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';
import { publishDashboard } from './publish-dashboard.ts';

const by = { via: 'command' } as const;

const nested = (levels: number): unknown => Array.from({ length: levels }).reduce((inside) => [inside], 1);

/** The numbers are those of the acceptance cases of the Platform API. */
describe.each(storyKinds)('notifications over the Platform API, on %s', (kind) => {
  let service: ScimService;
  let dashboard: Awaited<ReturnType<typeof publishDashboard>>;
  let elsewhere: Awaited<ReturnType<typeof publishDashboard>>;
  const people: Record<'ann' | 'bob' | 'nomail', number> = { ann: 0, bob: 0, nomail: 0 };

  beforeAll(async () => {
    service = await ScimService.open(kind);
    const { metadata } = service;
    const { changes, accountId, users, attributes, groups } = metadata;
    const row = { id: 2, account_id: accountId, name: 'second', created_at: 2 };
    await metadata.store.database.insertInto('deployment').values(row).execute();
    elsewhere = await publishDashboard(metadata, 2);
    people.ann = (
      await changes.make({ accountId, by }, (change) => users.create(change, { username: 'ann', email: 'ann@x.io' }))
    ).id;
    people.bob = (
      await changes.make({ accountId, by }, (change) => users.create(change, { username: 'bob', email: 'bob@x.io' }))
    ).id;
    people.nomail = (
      await changes.make({ accountId, by }, (change) => users.create(change, { username: 'nomail' }))
    ).id;
    await changes.changeRights({ accountId, by }, (change) =>
      attributes.create(change, { name: 'city', type: 'string' }),
    );
    await changes.changeRights({ accountId, by }, (change) => groups.create(change, { name: 'EU' }));
  });

  afterAll(() => service[Symbol.asyncDispose]());

  beforeEach(async () => {
    dashboard = await publishDashboard(service.metadata);
  });

  async function ask(method: string, path: string, body?: unknown, key = service.key, deployment = 1) {
    const response = await fetch(`${service.served.origin}/api/v1/deployments/${deployment}/notifications${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const error = response.ok ? undefined : platformErrorSchema.parse(JSON.parse(text));
    return { status: response.status, text, error };
  }

  async function good<T>(schema: { parse(given: unknown): T }, ...asked: Parameters<typeof ask>): Promise<T> {
    const { status, text } = await ask(...asked);
    expect([status, text]).toEqual([200, expect.anything()]);
    return schema.parse(JSON.parse(text));
  }

  const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;
  const create = (more: object = {}) =>
    good(notificationSchema, 'POST', '', { scheduleType: 'DAILY', dashboardId: dashboard.id, ...more });
  const update = (id: number, change: object) => good(notificationSchema, 'PUT', `/${id}`, change);
  const paths = async (...asked: Parameters<typeof ask>) => {
    const { status, error } = await ask(...asked);
    return [status, error?.details?.map(({ path }) => path)];
  };
  const recipients = async (id: number, query = '') =>
    good(notificationRecipientsSchema, 'GET', `/${id}/recipients${query}`);
  const add = (id: number, ...wanted: object[]) =>
    good(changedRecipientsSchema, 'POST', `/${id}/recipients/`, { recipients: wanted });
  const ann = { type: 'EMBED_USER', embedTenantName: 'acme-corp', externalId: 'ann@x.io' };
  const countOf = async (table: 'embed_tenant' | 'audit_log' | 'notification_recipient') => {
    const { database } = service.metadata.store;
    const { count } = await database
      .selectFrom(table)
      .select((is) => is.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  it('40: are only for admins, and for keys of the deployment', async () => {
    const { id } = await create();
    const routes: readonly (readonly [string, string])[] = [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${id}`],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
      ['GET', `/${id}/recipients`],
      ['POST', `/${id}/recipients`],
      ['DELETE', `/${id}/recipients`],
      ['GET', `/${id}/runs`],
      ['POST', `/${id}/run`],
      ['GET', '/999999'],
    ];
    for (const role of ['developer', 'explorer', 'viewer'] as const) {
      const key = await service.keyOf(role);
      for (const [method, path] of routes) {
        expect([method, path, await statusOf(method, path, undefined, key)]).toEqual([method, path, 403]);
      }
    }
    const narrow = await service.keyOf({ id: service.adminId }, [1]);
    for (const [method, path] of routes) {
      for (const deployment of [2, 999]) {
        expect([method, path, await statusOf(method, path, undefined, narrow, deployment)]).toEqual([
          method,
          path,
          403,
        ]);
      }
      expect(await statusOf(method, path, undefined, 'nonsense')).toBe(401);
    }
    expect(await statusOf('GET', `/${id}`, undefined, narrow)).toBe(200);
    expect(await statusOf('GET', '', undefined, service.key, 999)).toBe(404);
  });

  it('41: have a schedule, in UTC and with pictures by default', async () => {
    const made = await create({ hour: 9, minute: 0, tenantId: 7 });
    expect(made).toEqual({
      id: made.id,
      deploymentId: 1,
      dashboardId: dashboard.id,
      cronExpression: '0 9 * * *',
      timezone: 'UTC',
      humanReadableSchedule: 'At 09:00 AM',
      notificationFormat: 'png',
      isEnabled: true,
      notificationEnabled: true,
      filters: null,
      timeGrains: null,
    });
    for (const path of [`/${made.id}`, `/${made.id}/`]) {
      expect(await good(notificationSchema, 'GET', path)).toEqual(made);
    }
    const other = await create({ timezone: 'europe/berlin', notificationFormat: 'pdf', notificationEnabled: false });
    expect(other).toMatchObject({ timezone: 'Europe/Berlin', notificationFormat: 'pdf', notificationEnabled: false });
  });

  it.each<[object, string]>([
    [{ scheduleType: 'WEEKLY', dayOfWeek: 1, hour: 8, minute: 30 }, '30 8 * * 1'],
    [{ scheduleType: 'MONTHLY', dayOfMonth: 15 }, '0 0 15 * *'],
    [{ scheduleType: 'HOURLY', minute: 5 }, '5 * * * *'],
    [{ scheduleType: 'CUSTOM', customCron: ' 0 9 * * 1-5 ' }, '0 9 * * 1-5'],
    [{ scheduleType: 'DAILY', customCron: 'nonsense' }, '0 0 * * *'],
  ])('42: take the schedule %j', async (schedule, cron) => {
    expect((await create(schedule)).cronExpression).toBe(cron);
  });

  it.each<[object, string]>([
    [{ scheduleType: 'CUSTOM' }, 'customCron'],
    [{ scheduleType: 'CUSTOM', customCron: '0 9 * * * *' }, 'customCron'],
    [{ scheduleType: 'CUSTOM', customCron: '0 0 30 2 *' }, 'customCron'],
    [{ scheduleType: 'WEEKLY' }, 'dayOfWeek'],
    [{ scheduleType: 'WEEKLY', dayOfWeek: 7 }, 'dayOfWeek'],
    [{ scheduleType: 'MONTHLY' }, 'dayOfMonth'],
    [{ scheduleType: 'MONTHLY', dayOfMonth: 32 }, 'dayOfMonth'],
    [{ scheduleType: 'YEARLY' }, 'scheduleType'],
    [{ scheduleType: null }, 'scheduleType'],
    [{ minute: 60 }, 'minute'],
    [{ hour: 24 }, 'hour'],
    [{ hour: '9' }, 'hour'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
    [{ notificationFormat: 'gif' }, 'notificationFormat'],
    [{ dashboardPublicId: 'x\u0000' }, 'dashboardPublicId'],
  ])('42: refuse %j, naming the field', async (bad, field) => {
    const body = { scheduleType: 'DAILY', dashboardId: dashboard.id, ...bad };
    expect(await paths('POST', '', body)).toEqual([400, [field]]);
  });

  it('43: belong to one published dashboard of the deployment', async () => {
    const { id, publicId } = dashboard;
    const post = (body: object, deployment = 1) =>
      ask('POST', '', { scheduleType: 'DAILY', ...body }, service.key, deployment);
    expect((await post({ dashboardPublicId: publicId })).status).toBe(200);
    expect((await post({ dashboardId: id, dashboardPublicId: null })).status).toBe(200);
    expect((await post({})).status).toBe(400);
    expect((await post({ dashboardId: id, dashboardPublicId: publicId })).status).toBe(400);
    for (const [missing, deployment] of [
      [{ dashboardId: elsewhere.id }, 1],
      [{ dashboardPublicId: elsewhere.publicId }, 1],
      [{ dashboardId: id }, 2],
      [{ dashboardId: 999_999 }, 1],
      [{ dashboardPublicId: 'nope' }, 1],
    ] as const) {
      expect([missing, (await post(missing, deployment)).status]).toEqual([missing, 404]);
    }
    expect((await ask('POST', '')).status).toBe(400);
  });

  it('44: change only the given fields', async () => {
    const filters = [{ member: 'orders.status', operator: 'equals', value: ['new'] }];
    const timeGrains = [{ member: 'orders.created_at', grain: 'month' }];
    const made = await create({ hour: 9, minute: 15, timezone: 'Europe/Oslo', filters, timeGrains });
    expect(made).toMatchObject({ filters, timeGrains });
    await add(made.id, { type: 'USER', userId: people.ann });
    const before = await countOf('audit_log');
    expect(await update(made.id, {})).toEqual(made);
    expect(await update(made.id, { hour: 9, filters })).toEqual(made);
    expect(await countOf('audit_log')).toBe(before);
    const later = { ...made, cronExpression: '15 10 * * *', humanReadableSchedule: 'At 10:15 AM' };
    expect(await update(made.id, { hour: 10 })).toEqual(later);
    expect(await update(made.id, { filters: [] })).toEqual({ ...later, filters: [] });
    expect(await update(made.id, { timeGrains: null })).toEqual({ ...later, filters: [], timeGrains: null });
    expect(await paths('PUT', `/${made.id}`, { scheduleType: 'WEEKLY' })).toEqual([400, ['dayOfWeek']]);
    expect(await update(made.id, { scheduleType: 'WEEKLY', dayOfWeek: 0 })).toMatchObject({
      cronExpression: '15 10 * * 0',
    });
    expect(await update(made.id, { scheduleType: 'CUSTOM', customCron: '*/5 * * * *' })).toMatchObject({
      humanReadableSchedule: 'Every 5 minutes',
    });
    // Parts of a schedule are kept for another type.
    expect((await update(made.id, { scheduleType: 'WEEKLY', customCron: '1 1 1 1 1' })).cronExpression).toBe(
      '15 10 * * 0',
    );
    expect((await update(made.id, { scheduleType: 'CUSTOM' })).cronExpression).toBe('*/5 * * * *');
    expect(await paths('PUT', `/${made.id}`, { dayOfWeek: 9 })).toEqual([400, ['dayOfWeek']]);
    expect(await update(made.id, { isEnabled: false, notificationEnabled: null })).toMatchObject({
      isEnabled: false,
      notificationEnabled: true,
    });
    expect(await update(made.id, { isEnabled: null, timezone: null })).toMatchObject({
      isEnabled: false,
      timezone: 'UTC',
    });
    expect((await recipients(made.id)).items).toMatchObject([{ userId: people.ann }]);
    expect(await statusOf('PUT', '/999999', { hour: 1 })).toBe(404);
    expect(await statusOf('PUT', `/${made.id}`, { hour: 1 }, service.key, 2)).toBe(404);
    expect(await statusOf('PUT', '/one', {})).toBe(400);
  });

  it.each<[object, string]>([
    [{ member: 'status', value: 'x' }, 'filters.0.member'],
    [{ member: 'orders.status', operator: 'between', value: ['2026-01-01'] }, 'filters.0.value'],
    [{ member: 'orders.status', operator: 'equals' }, 'filters.0.value'],
    [{ member: 'orders.status', operator: 'equals', value: [] }, 'filters.0.value'],
    [{ member: 'orders.status', operator: 'equals', value: [{ a: 1 }] }, 'filters.0.value.0'],
    [{ member: 'orders.id', operator: 'equals', value: 2 ** 53 }, 'filters.0.value'],
    [{ member: 'orders.id', operator: 'between', value: [1, 2 ** 53] }, 'filters.0.value.1'],
    [{ member: 'orders.status', operator: 'custom', value: 'x' }, 'filters.0.operator'],
    [{ member: 'orders.status', operator: 'like', value: 'x' }, 'filters.0.operator'],
  ])('45: refuse the filter %j, which would select something else', async (filter, path) => {
    const body = { scheduleType: 'DAILY', dashboardId: dashboard.id, filters: [filter] };
    expect(await paths('POST', '', body)).toEqual([400, [path]]);
    const grains = { ...body, filters: [], timeGrains: [{ member: 'created_at', grain: '' }] };
    expect(await paths('POST', '', grains)).toEqual([400, ['timeGrains.0.member', 'timeGrains.0.grain']]);
  });

  it('46: add each recipient once, and report the result for each', async () => {
    const { id } = await create();
    const user = { type: 'USER', userId: people.ann };
    const viewer = { ...ann, userAttributes: [{ name: 'city', value: 'Oslo' }] };
    const first = await add(id, user, viewer);
    expect(first).toEqual({
      createdRecipients: [
        { type: 'USER', userId: people.ann, username: 'ann', email: 'ann@x.io' },
        { ...ann, embedUserId: expect.any(Number), email: 'ann@x.io' },
      ],
      updatedRecipients: [],
      unchangedRecipients: [],
    });
    const none = { createdRecipients: [], updatedRecipients: [] };
    expect(await add(id, user, viewer)).toEqual({ ...none, unchangedRecipients: first.createdRecipients });
    const byAddress = { type: 'USER', email: ' ANN@x.io ' };
    expect((await add(id, byAddress, { ...byAddress, userId: people.ann }, ann)).unchangedRecipients).toHaveLength(2);
    const moved = await add(id, user, { ...ann, userAttributes: [{ name: 'city', value: 'Rome' }] });
    expect([moved.updatedRecipients, moved.unchangedRecipients]).toEqual([
      [first.createdRecipients[1]],
      [first.createdRecipients[0]],
    ]);
    for (const change of [
      { groups: ['EU'] },
      { securityContext: { region: 'EU', list: [1, { deep: null }] } },
      { email: 'ann@elsewhere.io' },
      { groups: [] },
      { userAttributes: [{ name: 'city', value: null }] },
    ]) {
      expect([change, (await add(id, { ...ann, ...change })).updatedRecipients.length]).toEqual([change, 1]);
      expect([change, (await add(id, { ...ann, ...change })).unchangedRecipients.length]).toEqual([change, 1]);
    }
    expect((await recipients(id)).items).toMatchObject([{ email: 'ann@elsewhere.io' }, { email: 'ann@x.io' }]);
    expect(JSON.stringify(await recipients(id))).not.toContain('region');
  });

  it('46: use the last of several entries for one recipient', async () => {
    const { id } = await create();
    const viewer = { ...ann, externalId: 'twice@x.io' };
    const added = await add(
      id,
      { ...viewer, email: 'first@x.io' },
      { type: 'USER', userId: people.bob },
      { type: 'USER', email: 'bob@x.io' },
      { ...viewer, email: 'last@x.io' },
    );
    expect(added.createdRecipients.map(({ email }) => email)).toEqual(['bob@x.io', 'last@x.io']);
  });

  it('44 of embedding: address the viewer by the id that sessions use', async () => {
    const { id } = await create();
    const { createdRecipients } = await add(id, { ...ann, externalId: 'same@x.io', groups: ['EU'] });
    const { embedTenants, accountId } = service.metadata;
    const tenant = await embedTenants.find(accountId, 'acme-corp');
    const scopes = { userScope: tenant.id, scope: null };
    const standing = await embedTenants.rightsOf(accountId, createdRecipients[0]?.embedUserId ?? 0, scopes);
    expect(standing?.groups).toEqual(['EU']);
  });

  it.each<[string, object, string]>([
    ['SLACK', { type: 'SLACK', channelId: 'C1', channelName: 'sales' }, 'type'],
    ['an unknown type', { type: 'PIGEON' }, 'type'],
    ['a viewer without an address', { ...ann, embedTenantName: 'new-tenant', externalId: 'u1' }, 'email'],
    ['a viewer without a tenant', { type: 'EMBED_USER', externalId: 'a@x.io' }, 'embedTenantName'],
    ['a viewer without a name', { type: 'EMBED_USER', embedTenantName: 'new-tenant' }, 'externalId'],
    ['a tenant of a bad name', { ...ann, embedTenantName: 'X' }, 'embedTenantName'],
    ['a viewer in upper case', { ...ann, externalId: 'Ann@x.io' }, 'externalId'],
    ['a bad address', { ...ann, email: 'nobody' }, 'email'],
    ['an empty address', { ...ann, email: '' }, 'email'],
    ['a viewer with a userId', { ...ann, userId: 1 }, 'userId'],
    ['two values of one attribute', { ...ann, userAttributes: [{ name: 'a' }, { name: 'a' }] }, 'userAttributes'],
    ['a context that is a list', { ...ann, securityContext: [] }, 'securityContext'],
    ['a context with groups', { ...ann, securityContext: { cubeCloud: { groups: ['EU'] } } }, 'securityContext'],
    ['a context whose digits would not be kept', { ...ann, securityContext: { a: [2 ** 53] } }, 'securityContext'],
    ['a context nested too deep', { ...ann, securityContext: { a: nested(150) } }, 'securityContext'],
    ['a context deeper than claims may be', { ...ann, securityContext: { a: nested(32) } }, 'securityContext'],
    ['a context too large for a token', { ...ann, securityContext: { a: 'x'.repeat(6_000) } }, 'securityContext'],
    ['nobody', { type: 'USER' }, 'userId'],
    ['an unknown user', { type: 'USER', userId: 999_999 }, 'userId'],
    ['an unknown address', { type: 'USER', email: 'nobody@x.io' }, 'email'],
    ['a user with what viewers have', { type: 'USER', email: 'bob@x.io', groups: [] }, 'groups'],
  ])('47: refuse %s, and add nobody beside', async (_, bad, field) => {
    const { id } = await create();
    const tenants = await countOf('embed_tenant');
    const wanted = [{ type: 'USER', userId: people.bob }, { ...ann, embedTenantName: 'new-tenant' }, bad];
    expect(await paths('POST', `/${id}/recipients`, { recipients: wanted })).toEqual([400, [`recipients.2.${field}`]]);
    expect([(await recipients(id)).items, await countOf('embed_tenant')]).toEqual([[], tenants]);
  });

  it('47: refuse users without an address or with that of another user, missing groups and attributes, and values of a wrong type', async () => {
    const { id } = await create();
    const tenants = await countOf('embed_tenant');
    const newcomer = { ...ann, embedTenantName: 'newer-tenant' };
    for (const bad of [
      { type: 'USER', userId: people.nomail },
      { type: 'USER', userId: people.ann, email: 'bob@x.io' },
      { ...newcomer, groups: ['EU', 'US'] },
      { ...newcomer, userAttributes: [{ name: 'planet', value: 'Mars' }] },
      { ...newcomer, userAttributes: [{ name: 'city', value: 5 }] },
    ]) {
      expect([bad, await statusOf('POST', `/${id}/recipients`, { recipients: [bad] })]).toEqual([bad, 400]);
    }
    expect([(await recipients(id)).items, await countOf('embed_tenant')]).toEqual([[], tenants]);
  });

  it('47: refuse deactivated users, and keep existing recipients', async () => {
    const { changes, users, accountId } = service.metadata;
    const { id } = await create();
    const cyd = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'cyd', email: 'cyd@x.io' }),
    );
    const other = await create();
    await add(id, { type: 'USER', userId: cyd.id });
    await changes.changeRights({ accountId, by }, (change) => users.update(change, cyd.id, { status: 'deactivated' }));
    expect((await add(id, { type: 'USER', userId: cyd.id })).unchangedRecipients).toHaveLength(1);
    const wanted = { recipients: [{ type: 'USER', userId: cyd.id }] };
    expect(await paths('POST', `/${other.id}/recipients`, wanted)).toEqual([400, ['recipients.0.userId']]);
    await changes.changeRights({ accountId, by }, (change) => users.delete(change, cyd.id));
    expect((await recipients(id)).items).toEqual([]);
  });

  it('48: are changed for 1 to 1000 recipients at a time', async () => {
    const { id } = await create();
    const viewers = Array.from({ length: 1_001 }, (_, index) => ({ ...ann, externalId: `v${index}@x.io` }));
    for (const method of ['POST', 'DELETE']) {
      expect(await paths(method, `/${id}/recipients`, { recipients: [] })).toEqual([400, ['recipients']]);
      expect(await statusOf(method, `/${id}/recipients`)).toBe(400);
    }
    expect(await paths('POST', `/${id}/recipients`, { recipients: viewers })).toEqual([400, ['recipients']]);
    expect((await add(id, ...viewers.slice(1))).createdRecipients).toHaveLength(1_000);
    const names = (await recipients(id, '?first=2')).items.map(({ externalId }) => externalId);
    expect(names).toEqual(['v1000@x.io', 'v999@x.io']);
  });

  it('49: remove only the named recipients', async () => {
    const { id } = await create();
    const added = await add(id, { type: 'USER', userId: people.ann }, { type: 'USER', userId: people.bob }, ann);
    const viewer = added.createdRecipients[2]?.embedUserId ?? 0;
    const remove = (...named: object[]) => statusOf('DELETE', `/${id}/recipients`, { recipients: named });
    const left = async () => (await recipients(id)).items.length;
    expect(await remove({ type: 'EMBED_USER', id: viewer })).toBe(400);
    const { embedTenantName } = ann;
    for (const nobody of [
      { type: 'USER', id: viewer },
      { type: 'USER', id: 999_999_999_999 },
      { type: 'USER', id: 'ann@x.io' },
      { type: 'SLACK', id: 'C1' },
      { type: 'EMBED_USER', id: viewer, embedTenantName: 'other-corp' },
      { type: 'EMBED_USER', id: people.ann, embedTenantName },
    ]) {
      expect([nobody, await remove(nobody), await left()]).toEqual([nobody, 204, 3]);
    }
    const both = [
      { type: 'USER', id: String(people.ann) },
      { type: 'EMBED_USER', id: viewer, embedTenantName },
    ];
    expect([await remove(...both), await left()]).toEqual([204, 1]);
    expect([await remove(...both), await left()]).toEqual([204, 1]);
  });

  it('50: list recipients newest first, at most 200 at a time', async () => {
    const { id } = await create();
    await add(id, { type: 'USER', userId: people.ann });
    await add(id, { type: 'USER', userId: people.bob });
    for (const bad of ['first=201', 'first=0', 'first=x', 'after=x', 'after=']) {
      expect([bad, await statusOf('GET', `/${id}/recipients?${bad}`)]).toEqual([bad, 400]);
      expect([bad, await statusOf('GET', `?${bad}`)]).toEqual([bad, 400]);
    }
    const first = await recipients(id, '?first=1');
    expect([first.items[0]?.userId, first.pageInfo.hasNextPage]).toEqual([people.bob, true]);
    const second = await recipients(id, `?first=1&after=${first.pageInfo.endCursor}`);
    expect([second.items[0]?.userId, second.pageInfo]).toMatchObject([
      people.ann,
      { hasNextPage: false, hasPreviousPage: true },
    ]);
    expect((await recipients(id, '?first=200')).items).toHaveLength(2);
  });

  it('50: list notifications newest first, page by page', async () => {
    const made = [await create(), await create(), await create()].map(({ id }) => id);
    const seen: number[] = [];
    let query = `?dashboardId=${dashboard.id}&first=2`;
    for (;;) {
      const { items, pageInfo } = await good(notificationsSchema, 'GET', query);
      seen.push(...items.map(({ id }) => id));
      if (!pageInfo.hasNextPage) break;
      query = `?dashboardId=${dashboard.id}&first=2&after=${pageInfo.endCursor}`;
    }
    expect(seen).toEqual(made.toReversed());
    expect((await good(notificationsSchema, 'GET', '', undefined, service.key, 2)).items).toEqual([]);
  });

  it('51: are found by dashboard and by one recipient', async () => {
    const [mine, theirs] = [await create(), await create()];
    await add(mine.id, { type: 'USER', userId: people.bob }, { ...ann, externalId: 'only@x.io' });
    await add(theirs.id, { type: 'USER', userId: people.ann });
    const found = async (query: string) =>
      (await good(notificationsSchema, 'GET', `?dashboardId=${dashboard.id}&${query}`)).items.map(({ id }) => id);
    expect(await found('recipientUserId=')).toEqual(await found(''));
    expect(await found('recipientUserId=999999')).toEqual([]);
    expect(await found('recipientEmail=bob@x.io')).toEqual([mine.id]);
    expect(await found('recipientEmail=BOB@X.io')).toEqual([mine.id]);
    expect(await found(`recipientUserId=${people.ann}`)).toEqual([theirs.id]);
    expect(await found('recipientEmbedTenantName=acme-corp&recipientExternalId=only@x.io')).toEqual([mine.id]);
    expect(await found('recipientEmail=only@x.io')).toEqual([]);
    expect(await found('recipientUserId=999999')).toEqual([]);
    const byPublicId = await good(notificationsSchema, 'GET', `?dashboardPublicId=${dashboard.publicId}`);
    expect(byPublicId.items.map(({ id }) => id)).toEqual([theirs.id, mine.id]);
    for (const query of [
      `recipientEmail=bob@x.io&recipientUserId=${people.bob}`,
      'recipientEmail=bob@x.io&recipientEmbedTenantName=acme-corp&recipientExternalId=a',
      'recipientExternalId=only@x.io',
      'recipientEmbedTenantName=acme-corp',
      `dashboardId=${dashboard.id}&dashboardPublicId=${dashboard.publicId}`,
      'recipientEmail=%00',
      'dashboardId=x',
    ]) {
      expect([query, await statusOf('GET', `?${query}`)]).toEqual([query, 400]);
    }
  });

  it('52: go with their recipients and their history, and with their dashboard', async () => {
    const rows = await countOf('notification_recipient');
    const [one, other] = [await create(), await create()];
    for (const { id } of [one, other]) await add(id, { type: 'USER', userId: people.ann });
    expect(await statusOf('DELETE', `/${one.id}`, undefined, service.key, 2)).toBe(404);
    expect(await statusOf('DELETE', `/${one.id}`)).toBe(204);
    for (const path of ['', '/recipients', '/runs']) {
      expect([path, await statusOf('GET', `/${one.id}${path}`)]).toEqual([path, 404]);
    }
    expect(await statusOf('DELETE', `/${one.id}`)).toBe(404);
    expect(await statusOf('POST', `/${one.id}/run`)).toBe(404);
    const { database } = service.metadata.store;
    await database.deleteFrom('content_item').where('id', '=', dashboard.workbookId).execute();
    expect(await statusOf('GET', `/${other.id}`)).toBe(404);
    expect(await countOf('notification_recipient')).toBe(rows);
  });

  it('keep both of two concurrent changes, and add nobody to a notification that is deleted meanwhile', async () => {
    const { id } = await create();
    await Promise.all([update(id, { hour: 7 }), update(id, { minute: 45 })]);
    expect((await good(notificationSchema, 'GET', `/${id}`)).cronExpression).toBe('45 7 * * *');
    const rows = await countOf('notification_recipient');
    const [deleted, added] = await Promise.all([
      statusOf('DELETE', `/${id}`),
      statusOf('POST', `/${id}/recipients`, { recipients: [{ type: 'USER', userId: people.ann }] }),
    ]);
    expect([deleted, [200, 404].includes(added)]).toEqual([204, true]);
    expect(await countOf('notification_recipient')).toBe(rows);
    const viewer = { ...ann, externalId: 'race@x.io' };
    const other = await create();
    const both = await Promise.all([add(other.id, viewer), add(other.id, viewer)]);
    expect(both.map(({ createdRecipients }) => createdRecipients.length).sort()).toEqual([0, 1]);
  });

  it('run on request, and list their runs', async () => {
    const { id } = await create({ scheduleType: 'MONTHLY', dayOfMonth: 1 });
    const run = await good(notificationRunSchema, 'POST', `/${id}/run/`);
    expect(run).toMatchObject({ notificationId: id, trigger: 'manual' });
    const history = await good(notificationRunsSchema, 'GET', `/${id}/runs`);
    expect([history.items.map((one) => one.id), typeof history.nextRunAt]).toEqual([[run.id], 'string']);
    await update(id, { isEnabled: false });
    expect(await statusOf('POST', `/${id}/run`)).toBe(400);
    expect((await good(notificationRunsSchema, 'GET', `/${id}/runs`)).nextRunAt).toBeNull();
    expect(await statusOf('POST', `/${id}/run`, undefined, service.key, 2)).toBe(404);
  });
});
