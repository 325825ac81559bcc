import type { components, paths } from 'platform-api';
import { expect } from 'vitest';
import { browserOf, clientOf, done } from './served-client.ts';
import type { Chapters } from './story-place.ts';

// `platform-api` is generated from the description that a server serves. `types.test.ts` checks the types of this file
// against it, so the project's own type check leaves it out; `story.test.ts` runs it.

const password = 'correct horse battery staple';

/** Tasks of a program that uses the client; each chapter runs on its own. */
export const chapters: Chapters = {
  'invites somebody, who signs in, is put into a group, and leaves again': async ({ origin, key }) => {
    const admin = clientOf<paths>(origin, key);
    const group = done(await admin.POST('/api/v1/groups', { body: { name: 'Norway' } }));
    const invited = done(
      await admin.POST('/api/v1/users', {
        body: { username: 'ann', email: 'ann@example.com', role: 'explorer', groupIds: [group.id] },
      }),
    );
    expect(invited.status).toBe('invited');

    const ann = browserOf<paths>(origin);
    const token = invited.invitation?.token ?? '';
    expect(done(await ann.POST('/api/v1/sign-in-links/redeem', { body: { token, password } })).user.id).toBe(
      invited.id,
    );
    expect(done(await ann.DELETE('/api/v1/session'))).toEqual({ signOutAt: null });
    expect((await ann.GET('/api/v1/users/me')).error?.statusCode).toBe(401);
    const signedIn = done(await ann.POST('/api/v1/session', { body: { username: 'ann', password } }));
    expect(signedIn.user.groups).toEqual([{ id: group.id, name: 'Norway' }]);
    const me = done(await ann.GET('/api/v1/users/me'));
    expect([me.username, me.isAdmin, me.tier]).toEqual(['ann', false, 'explorer']);

    const preferences = done(await ann.PUT('/api/v1/users/me/preferences', { body: { theme: 'dark' } }));
    expect(preferences).toEqual(done(await ann.GET('/api/v1/users/me/preferences')));
    expect(preferences.theme).toBe('dark');

    const refused = await ann.GET('/api/v1/users');
    expect([refused.data, refused.error?.statusCode, refused.error?.message]).toEqual([
      undefined,
      403,
      'Only admins may do this',
    ]);
    const path = { id: invited.id };
    expect((await admin.DELETE('/api/v1/users/{id}', { params: { path } })).response.status).toBe(204);
    expect((await ann.GET('/api/v1/users/me')).error?.statusCode).toBe(401);
  },

  'walks a list page by page, and hears of every field that is wrong': async ({ origin, key }) => {
    const admin = clientOf<paths>(origin, key);
    for (const username of ['page-a', 'page-b', 'page-c']) {
      done(await admin.POST('/api/v1/users', { body: { username, role: 'viewer', status: 'active' } }));
    }
    const names: string[] = [];
    for (let after: string | undefined; ; ) {
      const query = { first: 2, search: 'page-', ...(after === undefined ? {} : { after }) };
      const { items, pageInfo }: components['schemas']['Users'] = done(
        await admin.GET('/api/v1/users', { params: { query } }),
      );
      names.push(...items.map(({ username }) => username));
      if (!pageInfo.hasNextPage || pageInfo.endCursor === null) break;
      after = pageInfo.endCursor;
    }
    expect(names).toEqual(['page-a', 'page-b', 'page-c']);
    const wrong = await admin.POST('/api/v1/groups', { body: { name: '', userIds: [-1] } });
    expect(wrong.error?.details?.map(({ path }) => path)).toEqual(['name', 'userIds.0']);
  },

  'makes a key for one deployment, and asks that deployment with a token of its own': async ({ origin, key }) => {
    const admin = clientOf<paths>(origin, key);
    const made = done(await admin.POST('/api/v1/api-keys', { body: { name: 'for the first', deploymentIds: [1] } }));
    const scoped = clientOf<paths>(origin, made.key);
    const query = { creationStep: ['ready' as const, 'demo' as const], first: 10 };
    const { items, totalCount } = done(await scoped.GET('/api/v1/deployments', { params: { query } }));
    expect([items.map(({ id }) => id), totalCount]).toEqual([[1], 1]);
    const [deployment] = items;
    const path = { deploymentId: deployment?.id ?? 0 };
    const { cubeApiToken } = done(await scoped.POST('/api/v1/deployments/{deploymentId}/token', { params: { path } }));
    const url = `${deployment?.deploymentUrl}/cubejs-api/v1/meta`;
    expect((await fetch(url, { headers: { authorization: cubeApiToken } })).status).toBe(200);

    const environments = done(
      await scoped.GET('/api/v1/deployments/{deploymentId}/environments', {
        params: { path, query: { type: 'production' } },
      }),
    );
    const [production]: components['schemas']['DeploymentEnvironment'][] = environments.data;
    const environmentId = Number(production?.id);
    const signed = done(
      await scoped.POST('/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens', {
        params: { path: { ...path, environmentId } },
        body: { security_context: { city: 'Oslo' }, expires_in: 60, scopes: ['meta'] },
      }),
    );
    expect(signed.data.security_context).toEqual({ city: 'Oslo' });
    expect((await admin.DELETE('/api/v1/api-keys/{id}', { params: { path: { id: made.id } } })).response.status).toBe(
      204,
    );
    expect((await scoped.GET('/api/v1/deployments')).error?.statusCode).toBe(401);
  },

  'makes a dashboard of a report, publishes it, shares it, and has it sent': async ({
    origin,
    key,
    workJobs,
    mailsTo,
  }) => {
    const admin = clientOf<paths>(origin, key);
    const deployment = { deploymentId: 1 };
    const deployments = '/api/v1/deployments/{deploymentId}';
    const europe = { params: { path: deployment }, body: { name: 'Europe' } };
    const folder = done(await admin.POST(`${deployments}/folders`, europe));
    const making = { params: { path: deployment }, body: { name: 'Sales', folderId: folder.id } };
    const workbook = done(await admin.POST(`${deployments}/workbooks`, making));
    const query = { measures: ['orders.count'], dimensions: ['orders.status'], order: { 'orders.status': 'asc' } };
    const report = done(
      await admin.POST(`${deployments}/reports`, {
        params: { path: deployment },
        body: { name: 'Orders by status', workbookId: workbook.id, jsonQuery: JSON.stringify(query) },
      }),
    );
    expect([report.type, report.workbookId, report.problems]).toEqual(['REPORT', workbook.id, []]);
    const ofReport = { params: { path: { ...deployment, reportId: report.id } } };
    expect(done(await admin.PUT(`${deployments}/reports/{reportId}/refresh`, ofReport)).refreshedByUser.id).toBe(
      report.userId,
    );

    const ofWorkbook = { params: { path: { ...deployment, workbookId: workbook.id } } };
    const widgets: components['schemas']['DashboardWidgetInput'][] = [
      { id: 'chart', type: 'CHART', position: { x: 0, y: 0, w: 6, h: 4 }, config: { reportId: report.id } },
    ];
    const drafted = done(
      await admin.PUT(`${deployments}/workbooks/{workbookId}/dashboard`, {
        ...ofWorkbook,
        body: { dashboardDraft: { title: 'Orders', widgets } },
      }),
    );
    expect([drafted.dashboardDraft?.widgets?.[0]?.id, drafted.dashboardPublished]).toEqual(['chart', null]);
    const published = done(
      await admin.POST(`${deployments}/workbooks/{workbookId}/publish`, {
        ...ofWorkbook,
        body: { workbookId: workbook.id },
      }),
    );
    expect([published.versionNumber, published.reportSnapshots.map(({ reportId }) => reportId)]).toEqual([
      1,
      [report.id],
    ]);

    const made = done(
      await admin.POST('/api/v1/users', {
        body: { username: 'vera', email: 'vera@example.com', role: 'viewer', status: 'active' },
      }),
    );
    const sharing = { resourceType: 'Folder', resourceId: folder.id, userId: made.id, action: 'FolderRead' } as const;
    const shared = done(await admin.PUT('/api/v1/resource-policies/user', { body: sharing }));
    expect(shared.users.find(({ userId }) => userId === made.id)?.action).toBe('FolderRead');
    const { items } = done(await admin.GET(`${deployments}/workspace`, { params: { path: deployment } }));
    const names = items.map((item) => {
      if (item.type === 'FOLDER') return `${item.name} at ${item.position}`;
      return item.type === 'WORKBOOK' ? `${item.name} ${item.isFavorite}` : `${item.name} ${item.version}`;
    });
    expect(names).toEqual(['Europe at 0']);

    const notification = done(
      await admin.POST(`${deployments}/notifications`, {
        params: { path: deployment },
        body: { scheduleType: 'DAILY', hour: 9, dashboardPublicId: published.publicId, timezone: 'Europe/Oslo' },
      }),
    );
    expect([notification.cronExpression, notification.humanReadableSchedule]).toEqual(['0 9 * * *', 'At 09:00 AM']);
    const ofNotification = { params: { path: { ...deployment, id: notification.id } } };
    const { createdRecipients } = done(
      await admin.POST(`${deployments}/notifications/{id}/recipients`, {
        ...ofNotification,
        body: { recipients: [{ type: 'USER', userId: made.id }] },
      }),
    );
    expect(createdRecipients.map(({ email }) => email)).toEqual(['vera@example.com']);
    const run = done(await admin.POST(`${deployments}/notifications/{id}/run`, ofNotification));
    expect([run.trigger, run.notificationId]).toEqual(['manual', notification.id]);
    await workJobs();
    const runs = done(await admin.GET(`${deployments}/notifications/{id}/runs`, ofNotification));
    expect(runs.items.map(({ id, status, sentCount, error }) => ({ id, status, sentCount, error }))).toEqual([
      { id: run.id, status: 'succeeded', sentCount: 1, error: null },
    ]);
    const [mail, ...others] = mailsTo('vera@example.com').filter(({ subject }) => subject === 'Orders');
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Orders by status');
    expect(mail?.text).toContain('completed');
  },

  'is told by its types what a call takes and what may be missing of an answer': async ({ origin, key }) => {
    const admin = clientOf<paths>(origin, key);
    // @ts-expect-error there is no such path
    expect((await admin.GET('/api/v1/people')).response.status).toBe(404);
    // @ts-expect-error the name is missing
    expect((await admin.POST('/api/v1/groups', { body: { description: 'x' } })).error?.statusCode).toBe(400);
    // @ts-expect-error there is no such role
    expect((await admin.POST('/api/v1/users', { body: { role: 'owner' } })).error?.statusCode).toBe(400);
    // @ts-expect-error there is no such step
    const query = { creationStep: 'bogus' } satisfies paths['/api/v1/deployments']['get']['parameters']['query'];
    expect((await fetch(`${origin}/api/v1/deployments?${new URLSearchParams(query)}`)).status).toBe(401);
    const me = done(await admin.GET('/api/v1/users/me'));
    // @ts-expect-error the e-mail may be null
    const email: string = me.email;
    expect(email).toBeDefined();
  },
};
