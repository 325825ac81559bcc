import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { QueryRunner } from '../../packages/content/src/query/query-runner.ts';
import { Unavailable } from '../../packages/kernel/src/failure/errors.ts';
import { ScimService } from '../scim/scim-service.ts';
import { MailServer } from '../servers/mail-server.ts';
import { type StorePlace, storeKinds } from '../servers/store-place.ts';

const by = { via: 'command' } as const;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Half past eight, UTC. */
const morning = Date.UTC(2026, 4, 4, 8, 30);

const byRegion = JSON.stringify({
  measures: ['sales.amount'],
  dimensions: ['sales.region'],
  order: { 'sales.amount': 'asc' },
});

const sqlQuery = `WITH shares AS (SELECT region, MEASURE(amount) AS own FROM sales GROUP BY 1)
  SELECT "region" AS "Region", own AS "Amount", own * 100 / (SELECT SUM(own) FROM shares) AS share FROM shares ORDER BY own`;

/** A server with a mail server, people of different regions, and a published dashboard. */
async function open(kind: StorePlace['kind'], mail: MailServer) {
  const clock = { at: morning };
  const service = await ScimService.open(kind, {
    project: join(import.meta.dirname, 'regions-project'),
    environment: { ORRERY_SMTP_URL: mail.url, ORRERY_MAIL_FROM: 'orrery@example.com' },
    now: () => clock.at,
  });
  const { changes, users, groups, attributes, accountId } = service.metadata;
  const group = await changes.changeRights({ accountId, by }, (change) => groups.create(change, { name: 'Regional' }));
  await changes.changeRights({ accountId, by }, (change) =>
    attributes.create(change, { name: 'regions', type: 'string_array' }),
  );
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${service.served.origin}/api/v1/deployments/1${path}`, {
      method,
      headers: { authorization: `Bearer ${service.key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    expect([path, response.status, text]).toEqual([path, response.status < 300 ? response.status : 0, text]);
    return text === '' ? undefined : JSON.parse(text);
  };
  const person = async (username: string, regions: readonly string[]) => {
    const given = { username, email: `${username}@example.com`, role: 'viewer' as const, groups: [group.id] };
    return (
      await changes.changeRights({ accountId, by }, (change) =>
        users.create(change, { ...given, attributes: new Map([['regions', [...regions]]]) }),
      )
    ).id;
  };
  const workbook = await ask('POST', '/workbooks', { name: 'Sales' });
  const saved = { workbookId: workbook.id };
  const amount = await ask('POST', '/reports', { ...saved, name: 'Amount', jsonQuery: byRegion });
  const bySql = await ask('POST', '/reports', { ...saved, name: 'By SQL', sqlQuery });
  const refused = { ...saved, name: 'Refused', sqlQuery: 'SELECT MEASURE(profit) FROM sales' };
  const position = { x: 0, y: 0, w: 1, h: 1 };
  const reports = [amount, bySql, await ask('POST', '/reports', refused)];
  const widgets = reports
    .map(({ id }) => id)
    .map((reportId, index) => {
      return { id: `w${index}`, type: 'CHART', position, config: { reportId } };
    });
  const dashboard = await ask('POST', `/workbooks/${workbook.id}/publish`, {
    workbookId: workbook.id,
    title: 'Sales <b>of regions',
    config: { widgets },
  });
  const notify = (given: object = {}) =>
    ask('POST', '/notifications', { dashboardId: dashboard.id, scheduleType: 'DAILY', hour: 9, ...given });
  const { jobs } = service.served.composition;
  const pass = async (at: number) => {
    clock.at = at;
    await jobs.pass();
  };
  const runsOf = async (id: number) => (await ask('GET', `/notifications/${id}/runs`)).items;
  return { service, ask, person, dashboard, notify, pass, runsOf, clock };
}

function csvOf({ mail }: MailServer['received'][number], index = 0): string {
  const file = mail.attachments[index];
  return typeof file?.content === 'string' ? file.content : new TextDecoder().decode(file?.content);
}

describe.each(storeKinds)('a due notification, on %s', (kind) => {
  it('reaches every recipient with their own rights and the filters of the notification (case 53)', async () => {
    await using mail = await MailServer.open();
    const { service, ask, person, dashboard, notify, pass, runsOf } = await open(kind, mail);
    await using _ = service;
    const [ann, bob, cyd] = [
      await person('ann', ['north', 'south']),
      await person('bob', ['south', 'west']),
      await person('cyd', []),
    ];
    const { id } = await notify({ filters: [{ member: 'sales.region', operator: 'not_equals', value: 'south' }] });
    const eve = {
      type: 'EMBED_USER',
      embedTenantName: 'acme-corp',
      externalId: 'eve@example.com',
      groups: ['Regional'],
      userAttributes: [{ name: 'regions', value: ['north', 'west'] }],
    };
    const recipients = [...[ann, bob, cyd].map((userId) => ({ type: 'USER', userId })), eve];
    await ask('POST', `/notifications/${id}/recipients`, { recipients });

    await pass(morning + hourMs / 2 - 1);
    expect(mail.received).toEqual([]);
    await pass(morning + hourMs / 2);
    await pass(morning + hourMs / 2);
    const byAddress = new Map(mail.received.map((one) => [one.recipients.join(), one]));
    expect([...byAddress.keys()].toSorted()).toEqual(['ann', 'bob', 'cyd', 'eve'].map((name) => `${name}@example.com`));
    const rows = ['ann', 'bob', 'cyd', 'eve'].map((name) => {
      const received = byAddress.get(`${name}@example.com`);
      return received ? csvOf(received).split('\r\n').slice(1, -1) : undefined;
    });
    expect(rows).toEqual([['north,1'], ['west,4'], [], ['north,1', 'west,4']]);
    const inSql = ['ann', 'bob', 'cyd', 'eve'].map((name) => {
      const received = byAddress.get(`${name}@example.com`);
      return received ? csvOf(received, 1).split('\r\n').slice(0, -1) : undefined;
    });
    const columns = 'Region,Amount,share';
    expect(inSql).toEqual([
      [columns, 'north,1,100'],
      [columns, 'west,4,100'],
      [], // a model that shows nothing to them has no tables
      [columns, 'north,1,20', 'west,4,80'],
    ]);
    const toAnn = byAddress.get('ann@example.com');
    expect(toAnn?.mail.subject).toBe('Sales <b>of regions');
    expect(toAnn?.mail.html).toContain('Sales &lt;b&gt;of regions');
    expect(toAnn?.mail.html).toContain(`/embed/dashboard/${dashboard.publicId}"`);
    expect(toAnn?.mail.html).toContain('Narrowed to: sales.region is not &quot;south&quot;.');
    expect(toAnn?.mail.html).toContain('>north<');
    expect(toAnn?.mail.html).not.toContain('west');
    expect(toAnn?.mail.text).toMatch(/Refused\nLeft out: Planning Error: .*'#profit'.* at Line: 1, Column: 16$/m);
    expect(toAnn?.mail.to).toEqual([{ address: 'ann@example.com', name: '' }]);
    const [run, ...others] = await runsOf(id);
    // Message ids belong to this run only, not to another store that sends from the same domain.
    const began = `<run-${run.id}.${morning + hourMs / 2}.recipient-`;
    const messageIds = mail.received.map((one) => one.mail.messageId);
    expect([new Set(messageIds).size, messageIds.every((one) => one?.startsWith(began))]).toEqual([4, true]);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ status: 'succeeded', trigger: 'schedule', sentCount: 4, failedCount: 0 });
    expect(run.notes).toContainEqual(
      expect.stringMatching(`^user ${ann}: "Refused" was left out: Planning Error: .*'#profit'`),
    );
  });

  it('shows the published reports, not their later changes', async () => {
    await using mail = await MailServer.open();
    const { service, ask, person, notify, pass } = await open(kind, mail);
    await using _ = service;
    const ann = await person('ann', ['north']);
    const { id } = await notify({});
    await ask('POST', `/notifications/${id}/recipients`, { recipients: [{ type: 'USER', userId: ann }] });
    const reports = await ask('GET', '/reports');
    const amount = reports.items.find((one: { readonly name: string }) => one.name === 'Amount');
    await ask('PUT', `/reports/${amount.id}`, { jsonQuery: JSON.stringify({ dimensions: ['sales.id'] }) });
    const bySql = reports.items.find((one: { readonly name: string }) => one.name === 'By SQL');
    await ask('PUT', `/reports/${bySql.id}`, { sqlQuery: 'SELECT id FROM sales' });
    await pass(morning + hourMs);
    const rows = (index: number) => mail.received.map((one) => csvOf(one, index).split('\r\n').slice(1, -1));
    expect([rows(0), rows(1)]).toEqual([[['north,1']], [['north,1,100']]]);
  });

  it('skips deactivated and deleted recipients, and all of them while its owner is deactivated, within one cycle', async () => {
    await using mail = await MailServer.open();
    const { service, ask, person, notify, pass, runsOf } = await open(kind, mail);
    await using _ = service;
    const { changes, users, accountId } = service.metadata;
    const [ann, bob] = [await person('ann', ['north']), await person('bob', ['west'])];
    const { id } = await notify({});
    const recipients = [ann, bob].map((userId) => ({ type: 'USER', userId }));
    await ask('POST', `/notifications/${id}/recipients`, { recipients });
    await changes.changeRights({ accountId, by }, (change) => users.update(change, ann, { status: 'deactivated' }));
    await pass(morning + hourMs);
    expect(mail.received.map((one) => one.recipients)).toEqual([['bob@example.com']]);
    expect((await runsOf(id))[0]).toMatchObject({ status: 'succeeded', sentCount: 1 });
    expect((await runsOf(id))[0].notes).toContain(`user ${ann}: is not active`);

    await changes.changeRights({ accountId, by }, (change) => users.update(change, ann, { status: 'active' }));
    await changes.make({ accountId, by }, (change) => users.create(change, { username: 'other', role: 'admin' }));
    await changes.changeRights({ accountId, by }, (change) =>
      users.update(change, service.adminId, { status: 'deactivated' }),
    );
    await pass(morning + dayMs + hourMs);
    expect(mail.received).toHaveLength(1);
    const runs = await service.metadata.store.database.selectFrom('notification_run').selectAll().execute();
    expect(runs.map(({ state, error }) => [state, error])).toEqual([
      ['succeeded', null],
      ['skipped', 'its owner is not active'],
    ]);
    await changes.changeRights({ accountId, by }, (change) =>
      users.update(change, service.adminId, { status: 'active' }),
    );
    await changes.changeRights({ accountId, by }, (change) => users.delete(change, bob));
    await pass(morning + 2 * dayMs + hourMs);
    expect(mail.received.slice(1).map((one) => one.recipients)).toEqual([['ann@example.com']]);
  });

  it('is sent again to recipients that a mail server refused for now, and to nobody twice', async () => {
    let isFull = true;
    await using mail = await MailServer.open({
      refuse: (address) => {
        if (address.startsWith('gone')) return { code: 550, text: 'who' };
        return isFull && address.startsWith('bob') ? { code: 452, text: 'full' } : undefined;
      },
    });
    const { service, ask, person, notify, pass, runsOf } = await open(kind, mail);
    await using _ = service;
    const people = [await person('ann', ['north']), await person('bob', ['west']), await person('gone', ['west'])];
    const { id } = await notify({});
    const recipients = people.map((userId) => ({ type: 'USER', userId }));
    await ask('POST', `/notifications/${id}/recipients`, { recipients });
    await pass(morning + hourMs);
    expect(mail.received.map((one) => one.recipients)).toEqual([['ann@example.com']]);
    expect((await runsOf(id))[0]).toMatchObject({ status: 'running' });
    isFull = false;
    await pass(morning + hourMs + 10_000);
    expect(mail.received.map((one) => one.recipients)).toEqual([['ann@example.com'], ['bob@example.com']]);
    expect((await runsOf(id))[0]).toMatchObject({
      status: 'failed',
      sentCount: 2,
      failedCount: 1,
      error: 'some deliveries failed',
    });
    const { accountId } = service.metadata;
    const entries = await service.metadata.store.database
      .selectFrom('audit_log')
      .select(['event', 'deployment_id'])
      .where('account_id', '=', accountId)
      .where('event', '=', 'Failed to deliver notification')
      .execute();
    expect(entries).toEqual([{ event: 'Failed to deliver notification', deployment_id: 1 }]);
  });

  it('reaches the others when its queries fail for some recipients', async () => {
    await using mail = await MailServer.open();
    const { service, ask, person, notify, pass, runsOf } = await open(kind, mail);
    await using _ = service;
    const [ann, bob, cyd] = [
      await person('ann', ['north']),
      await person('bob', ['west']),
      await person('cyd', ['west']),
    ];
    const { id } = await notify({});
    const recipients = [ann, bob, cyd].map((userId) => ({ type: 'USER', userId }));
    await ask('POST', `/notifications/${id}/recipients`, { recipients });
    const { run } = QueryRunner.prototype;
    const asked = vi.spyOn(QueryRunner.prototype, 'run').mockImplementation(async function (this: QueryRunner, given) {
      if (isDeepStrictEqual(given.claims, { cubeCloud: { user: ann } }))
        throw new Unavailable('model.not-compiled', 'no model');
      if (isDeepStrictEqual(given.claims, { cubeCloud: { user: bob } })) throw new TypeError('secret words');
      return run.call(this, given);
    });
    try {
      for (let minutes = 0; minutes <= 120; minutes += 15) await pass(morning + hourMs + minutes * 60_000);
    } finally {
      asked.mockRestore();
    }
    expect(mail.received.map((one) => one.recipients)).toEqual([['cyd@example.com']]);
    expect((await runsOf(id))[0]).toMatchObject({ status: 'failed', sentCount: 1, failedCount: 2 });
    expect((await runsOf(id))[0].notes.slice(0, 2)).toEqual([
      `user ${ann}: no model`,
      `user ${bob}: the dashboard could not be made`,
    ]);
  });

  it('reaches the others when a mail for one recipient cannot be delivered', async () => {
    await using mail = await MailServer.open({ hangUpOn: (address) => address.startsWith('ann') });
    const { service, ask, person, notify, pass, runsOf } = await open(kind, mail);
    await using _ = service;
    const people = [await person('ann', ['north']), await person('bob', ['west']), await person('cyd', ['west'])];
    const { id } = await notify({});
    const recipients = people.map((userId) => ({ type: 'USER', userId }));
    await ask('POST', `/notifications/${id}/recipients`, { recipients });
    await pass(morning + hourMs);
    const reached = () =>
      mail.received.map((one) => one.recipients[0]).filter((address) => address?.startsWith('ann') !== true);
    expect(reached().sort()).toEqual(['bob@example.com', 'cyd@example.com']);
    for (let minutes = 15; minutes <= 120; minutes += 15) await pass(morning + hourMs + minutes * 60_000);
    expect(reached()).toHaveLength(2);
    expect((await runsOf(id))[0]).toMatchObject({ status: 'failed', sentCount: 2, error: 'no mail can be sent now' });
  });

  it('fails with its error recorded when no mail can be sent for an hour', async () => {
    const mail = await MailServer.open();
    const { service, ask, person, notify, pass, runsOf } = await open(kind, mail);
    await using _ = service;
    const ann = await person('ann', ['north']);
    const { id } = await notify({});
    await ask('POST', `/notifications/${id}/recipients`, { recipients: [{ type: 'USER', userId: ann }] });
    await mail[Symbol.asyncDispose]();
    for (let minutes = 0; minutes <= 120; minutes += 15) await pass(morning + hourMs + minutes * 60_000);
    expect(
      (await runsOf(id)).map((run: { readonly status: string; readonly error: string }) => [run.status, run.error]),
    ).toEqual([['failed', 'no mail can be sent now']]);
    expect(await service.metadata.store.database.selectFrom('job').select(['attempts', 'error']).execute()).toEqual([
      { attempts: 8, error: 'no mail can be sent now' },
    ]);
  });

  it('sends nothing when it was deleted or switched off meanwhile, or only refreshes', async () => {
    await using mail = await MailServer.open();
    const { service, ask, person, notify, pass, runsOf } = await open(kind, mail);
    await using _ = service;
    const ann = await person('ann', ['north']);
    const [quiet, off, deleted] = [await notify({ notificationEnabled: false }), await notify(), await notify()];
    const body = { recipients: [{ type: 'USER', userId: ann }] };
    for (const { id } of [quiet, off, deleted]) await ask('POST', `/notifications/${id}/recipients`, body);
    for (const { id } of [off, deleted]) await ask('POST', `/notifications/${id}/run`);
    await ask('PUT', `/notifications/${off.id}`, { isEnabled: false });
    await ask('DELETE', `/notifications/${deleted.id}`);
    await pass(morning + hourMs);
    expect(mail.received).toEqual([]);
    expect(await runsOf(quiet.id)).toMatchObject([{ status: 'succeeded', sentCount: 0 }]);
    expect(await runsOf(off.id)).toMatchObject([{ status: 'skipped', error: 'the notification was switched off' }]);
    expect(await service.metadata.store.database.selectFrom('job').selectAll().execute()).toEqual([]);
  });
});
