import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Choices, choices } from '../../cases/proof/choices.ts';
import { ViewerService } from './viewer-service.ts';

/** More are tried by `ORRERY_PROVE_VIEWERS=100000 npx vitest run tests/embedding/isolation.test.ts`. */
const combinations = Number(process.env['ORRERY_PROVE_VIEWERS'] ?? 600);
const seed = Number(process.env['ORRERY_PROVE_SEED'] ?? 20_261_123);

const rows = [
  { id: 1, city: 'Oslo', team: 'red', amount: 1 },
  { id: 2, city: 'Oslo', team: 'blue', amount: 2 },
  { id: 3, city: 'Rome', team: 'red', amount: 4 },
  { id: 4, city: 'Rome', team: 'blue', amount: 8 },
  { id: 5, city: 'Bern', team: 'red', amount: 16 },
  { id: 6, city: 'Bern', team: 'blue', amount: 32 },
  { id: 7, city: null, team: null, amount: 64 },
] as const;
const tenants = ['acme-corp', 'other-co', undefined] as const;
const names = ['u1', 'u2'] as const;
const cities = ['Oslo', 'Rome', 'Bern', null] as const;
const teams = ['red', 'blue', undefined] as const;
const groupNames = ['Teams', 'Everything'] as const;

interface Standing {
  city?: string | null;
  groups: readonly string[];
}

interface Session {
  readonly tenant: (typeof tenants)[number];
  readonly name: string;
  readonly isCreator: boolean;
  readonly isLocked: boolean;
  readonly team: string | undefined;
  readonly token: string;
  readonly dataToken: string | undefined;
}

let viewers: ViewerService;
let publicDashboardId: string;
const [{ pick: oneOf, happens, some }] = fc.sample(choices, { seed, numRuns: 1 }) as [Choices];

beforeAll(async () => {
  viewers = await ViewerService.open('sqlite');
  for (const name of groupNames) await viewers.ask('POST', '/api/v1/groups', { name });
  await viewers.ask('POST', '/api/v1/user-attributes', { name: 'city', type: 'string' });
  const place = '/api/v1/deployments/1/workbooks';
  const { id } = (await viewers.ask('POST', place, { name: 'Sales' })).body;
  const chart = async (name: string, query: object) => {
    const given = { workbookId: id, name, jsonQuery: JSON.stringify(query) };
    const report = await viewers.ask('POST', '/api/v1/deployments/1/reports', given);
    return { id: name, type: 'CHART', position: { x: 0, y: 0, w: 1, h: 1 }, config: { reportId: report.body.id } };
  };
  const widgets = [
    await chart('rows', { dimensions: ['sales.id'], order: { 'sales.id': 'asc' } }),
    await chart('sum', { measures: ['sales.amount'] }),
  ];
  const published = await viewers.ask('POST', `${place}/${id}/publish`, { workbookId: id, config: { widgets } });
  publicDashboardId = published.body.publicId;
  await viewers.ask('PUT', `${place}/${id}/dashboard/embedding`, { allowEmbed: true });
  await viewers.tokenFor({ externalId: 'first', embedTenantName: 'acme-corp' }); // makes the group of all viewers
  const { database } = viewers.service.metadata.store;
  const group = database.selectFrom('user_group').select('id').where('name', '=', 'all_embed_users');
  await viewers.ask('PUT', '/api/v1/resource-policies/group', {
    ...{ resourceType: 'Workbook', resourceId: id, action: 'WorkbookRead' },
    groupId: (await group.executeTakeFirstOrThrow()).id,
  });
});

afterAll(() => viewers[Symbol.asyncDispose]());

/** What is known of each viewer, by the scope whose groups and attributes a session reads. */
const standings = new Map<string, Standing>();

function standingOf({ tenant, name, isCreator }: Pick<Session, 'tenant' | 'name' | 'isCreator'>): Standing {
  const key = `${tenant ?? '-'}/${name}/${isCreator ? 'tenant' : 'account'}`;
  const standing = standings.get(key) ?? { groups: [] };
  standings.set(key, standing);
  return standing;
}

/** Makes a session with some changes of its viewer, and applies the same to the standing. */
async function newSession(): Promise<Session> {
  const tenant = oneOf(tenants);
  const isCreator = tenant !== undefined && happens(40);
  const isLocked = happens(20);
  const [name, team] = [oneOf(names), oneOf(teams)];
  const standing = standingOf({ tenant, name, isCreator });
  const given: Record<string, unknown> = {
    externalId: name,
    ...(tenant === undefined ? {} : { embedTenantName: tenant }),
    ...(team === undefined ? {} : { securityContext: { team } }),
    ...(isLocked ? { publicDashboardId } : {}),
    ...(isCreator
      ? {
          creatorMode: true,
          groupDefinitions: groupNames.map((group) => ({ name: group })),
          userAttributeDefinitions: [{ name: 'city', type: 'string' }],
        }
      : {}),
  };
  if (happens(60)) {
    standing.city = oneOf(cities);
    given['userAttributes'] = [{ name: 'city', value: standing.city }];
  }
  if (happens(60)) {
    standing.groups = some(groupNames, groupNames.length);
    given['groups'] = standing.groups;
  }
  const token = await viewers.tokenFor(given);
  const dataToken = isLocked ? undefined : await viewers.dataTokenOf(token);
  return { tenant, name, isCreator, isLocked, team, token, dataToken };
}

/** The rows that policies grant; `undefined` when none applies. */
function visibleTo(session: Session): readonly (typeof rows)[number][] | undefined {
  const { city, groups } = standingOf(session);
  const grounds: ((row: (typeof rows)[number]) => boolean)[] = [];
  if (city !== undefined && city !== null) grounds.push((row) => row.city === city);
  if (groups.includes('Teams') && session.team !== undefined) grounds.push((row) => row.team === session.team);
  if (groups.includes('Everything')) grounds.push(() => true);
  return grounds.length === 0 ? undefined : rows.filter((row) => grounds.some((ground) => ground(row)));
}

type Seen = readonly unknown[] | 'refused';

/** Workbooks that viewers in creator mode have made, by owner. */
const made = new Map<string, string[]>();

/** Paths by the embed token itself, which sessions for one dashboard have, too. */
const direct: Readonly<Record<string, (session: Session) => Promise<Seen>>> = {
  dashboard: async ({ token }) => {
    const path = `/api/v1/embed/dashboard/${publicDashboardId}/data`;
    const { status, text } = await viewers.ask('POST', path, {}, `Embed-Token ${token}`);
    if (status !== 200) return [status];
    const lines = text.trimEnd().split('\n').slice(0, -1);
    const charts = new Map(lines.map((line) => JSON.parse(line)).map((line) => [line.widgetId, line]));
    const [all, sum] = [charts.get('rows'), charts.get('sum')];
    if (all.error !== undefined && sum.error !== undefined) return 'refused';
    return [...all.rows.flat().map(Number), 'sum', Number(sum.rows[0][0] ?? 0)];
  },
  workspace: async (session) => {
    const { status, body } = await viewers.ask(
      'GET',
      '/api/v1/deployments/1/workspace?first=1000',
      undefined,
      `Embed-Token ${session.token}`,
    );
    return status === 200 ? body.items.map(({ name }: { readonly name: string }) => name).toSorted() : [status];
  },
  create: async ({ tenant, name, token }) => {
    const workbook = `${tenant} ${name} ${made.size} ${happens(50) ? 'a' : 'b'}`;
    const path = '/api/v1/deployments/1/workbooks';
    const { status } = await viewers.ask('POST', path, { name: workbook }, `Embed-Token ${token}`);
    const owner = `${tenant}/${name}`;
    if (status === 200) made.set(owner, [...(made.get(owner) ?? []), workbook]);
    return [status];
  },
};

function expectedDirectly(path: string, session: Session): Seen {
  const { isCreator, isLocked, tenant, name } = session;
  const isOpen = isCreator && !isLocked;
  if (path === 'create') return [isOpen ? 200 : 403];
  if (path === 'workspace') return isOpen ? (made.get(`${tenant}/${name}`) ?? []).toSorted() : [403];
  const visible = visibleTo(session);
  if (!visible) return 'refused';
  return [...visible.map(({ id }) => id), 'sum', visible.reduce((sum, { amount }) => sum + amount, 0)];
}

const paths: Readonly<Record<string, (dataToken: string) => Promise<Seen>>> = {
  rows: async (dataToken) => {
    const query = { dimensions: ['sales.id', 'sales.city'], order: { 'sales.id': 'asc' } };
    const { status, body } = await viewers.data(dataToken, 'load', { query });
    if (status !== 200) return 'refused';
    return body.data.map((row: Record<string, unknown>) => Number(row['sales.id']));
  },
  count: async (dataToken) => {
    const query = { dimensions: ['sales.city'], total: true, limit: 1 };
    const { status, body } = await viewers.data(dataToken, 'load', { query });
    return status === 200 ? [Number(body.total)] : 'refused';
  },
  sum: async (dataToken) => {
    const { status, body } = await viewers.data(dataToken, 'load', { query: { measures: ['sales.amount'] } });
    return status === 200 ? [Number(body.data[0]['sales.amount'] ?? 0)] : 'refused';
  },
  statement: async (dataToken) => {
    const query = 'SELECT id FROM sales ORDER BY id';
    const { status, text } = await viewers.data(dataToken, 'cubesql', { query });
    if (status !== 200 || text.includes('"error"')) return 'refused';
    const [, ...lines] = text.trim().split('\n');
    return lines.flatMap((line) => JSON.parse(line).data.map(([id]: readonly [unknown]) => Number(id)));
  },
  values: async (dataToken) => {
    const { status, body } = await viewers.data(dataToken, 'values', { member: 'sales.city' });
    return status === 200 ? body.values.map((one: { readonly value: unknown }) => one.value ?? one) : 'refused';
  },
};

/** What each path has to show, by hand. */
function expectedAt(path: string, visible: readonly (typeof rows)[number][] | undefined): Seen {
  if (!visible) return 'refused';
  const some = [...new Set(visible.map(({ city }) => city))];
  switch (path) {
    case 'count':
      return [some.length];
    case 'sum':
      return [visible.reduce((sum, { amount }) => sum + amount, 0)];
    case 'values':
      return some.filter((city) => city !== null).toSorted();
    default:
      return visible.map(({ id }) => id);
  }
}

it(`show each viewer only what is theirs, in ${combinations} combinations of tenant, viewer, mode, lock and path`, async () => {
  const sessions: Session[] = [];
  const wrong: unknown[] = [];
  let tried = 0;
  while (tried < combinations) {
    if (sessions.length < 8 || happens(15)) {
      sessions.push(await newSession());
      if (sessions.length > 24) sessions.shift();
    }
    const session = oneOf(sessions);
    tried++;
    if (happens(30)) {
      const path = oneOf(Object.keys(direct).filter((one) => one !== 'create' || happens(10)));
      const seen = await direct[path]?.(session);
      const expected = expectedDirectly(path, session);
      if (JSON.stringify(seen) !== JSON.stringify(expected)) wrong.push({ session, path, seen, expected, seed });
      continue;
    }
    const path = oneOf(Object.keys(paths));
    if (session.dataToken === undefined) {
      const refused = await viewers.ask(
        'POST',
        '/api/v1/deployments/1/token',
        undefined,
        `Embed-Token ${session.token}`,
      );
      if (refused.status !== 403) wrong.push({ session, refused });
      continue;
    }
    const seen = await paths[path]?.(session.dataToken);
    const expected = expectedAt(path, visibleTo(session));
    if (JSON.stringify(seen) !== JSON.stringify(expected)) wrong.push({ session, path, seen, expected, seed });
  }
  expect(wrong).toEqual([]);
}, 3_600_000);
