import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { throughProxy } from '../embedding/viewer-service.ts';
import { failingQueries, wideningFilters } from './people-project.ts';
import { type Viewer, ViewersOfPeople } from './viewers-of-people.ts';

let people: ViewersOfPeople;
let reader: Viewer;
let creator: Viewer;

beforeAll(async () => {
  people = await ViewersOfPeople.open();
  reader = await people.reader('eu', { groups: ['eu'] });
  creator = await people.creator('eu', { groups: ['eu'] });
});

afterAll(() => people?.[Symbol.asyncDispose]());

const byName = { dimensions: ['people.name'], order: { 'people.name': 'asc' } };
const count = { measures: ['people.count'] };
const ofEu = [['Ana'], ['Dee']];
const ofUs = [['Ben'], ['Cai']];
const everybody = [['Ana'], ['Ben'], ['Cai'], ['Dee'], [null]];
const asViewers = [
  ['who read', () => reader],
  ['in creator mode', () => creator],
] as const;

describe.each(asViewers)('attack 18: errors tell viewers %s nothing of hidden rows', (_mode, viewer) => {
  it.each(failingQueries)('by %s', async (_name, query) => {
    expect(JSON.stringify(await people.rows(viewer(), query))).not.toMatch(/Ben|Cai/);
  });

  it.each([
    ['SELECT number FROM people ORDER BY 1', [['11'], ['12']]],
    ['SELECT name FROM people WHERE number > 0 ORDER BY 1', ofEu],
    ['SELECT name FROM people WHERE is_like ORDER BY 1', ofEu],
    [
      "SELECT name FROM people WHERE CASE WHEN region = 'US' THEN CAST(name AS INTEGER) ELSE 1 END = 1 ORDER BY 1",
      ofEu,
    ],
    ['SELECT name FROM people WHERE CAST(name AS INTEGER) > 0', undefined],
  ])('by the statement %s', async (statement, expected) => {
    expect(await people.statementRows(viewer(), statement)).toEqual(expected);
  });

  it('nor of values in rows that they see', async () => {
    const all = viewer().isCreator
      ? await people.creator('all', { groups: ['all'] })
      : await people.reader('all', { groups: ['all'] });
    const query = { dimensions: ['people.number'] };
    const charted = await people.charted(all, query);
    const loaded = await people.viewers.data(all.dataToken, 'load', { query });
    const statement = { query: 'SELECT number FROM people' };
    const { text } = await people.viewers.data(all.dataToken, 'cubesql', statement);
    expect(loaded.status).toBeGreaterThanOrEqual(400);
    expect(charted.body).not.toHaveProperty('rows');
    for (const told of [charted.text, loaded.text, text]) expect(told).not.toMatch(/xx-987|yy-123/);
  });
});

describe.each(asViewers)('attack 20: no filter brings hidden rows back to viewers %s', (_mode, viewer) => {
  it.each(wideningFilters)('%s', async (_name, filters) => {
    for (const query of [byName, { ...byName, ungrouped: true }, { ...byName, ...count }]) {
      const rows = await people.rows(viewer(), { ...query, filters });
      for (const [name] of rows ?? []) expect(['Ana', 'Dee']).toContain(name);
    }
    const counted = { ...byName, filters, total: true, limit: 1 };
    const { body } = await people.viewers.data(viewer().dataToken, 'load', { query: counted });
    expect(body.total).toBeLessThanOrEqual(ofEu.length);
  });

  it.each([
    "region = 'US' OR region <> 'US'",
    'region IS NULL OR region IS NOT NULL',
    "NOT (region = 'EU')",
    '1 = 1',
    "region = 'US' OR 1 = 1",
    "name IN (SELECT name FROM people WHERE region = 'US')",
    "EXISTS (SELECT 1 FROM people AS other WHERE other.region = 'US')",
  ])('the condition %s of a statement', async (condition) => {
    const rows = await people.statementRows(viewer(), `SELECT name FROM people WHERE ${condition} ORDER BY 1`);
    for (const [name] of rows ?? []) expect(['Ana', 'Dee']).toContain(name);
    const counts = await people.statementRows(viewer(), `SELECT COUNT(*) FROM people WHERE ${condition}`);
    for (const [number] of counts ?? []) expect(Number(number)).toBeLessThanOrEqual(ofEu.length);
  });

  it('the controls of a dashboard', async () => {
    const config = { semanticView: 'people', member: 'region', operator: 'equals', dimensionType: 'string' };
    const region = { id: 'region', type: 'FILTER', position: { x: 0, y: 0, w: 1, h: 1 }, config };
    const { publicId } = await people.publish(viewer(), { jsonQuery: JSON.stringify(byName) }, [region]);
    for (const filter of [
      { value: 'US' },
      { operator: 'not_equals', value: ['EU'] },
      { operator: 'is_null' },
      { value: ['EU', 'US', null] },
      { isCleared: true },
    ]) {
      const answer = await people.chart(viewer(), publicId, { filters: [{ widgetId: 'region', ...filter }] });
      for (const [name] of answer.body?.rows ?? []) expect(['Ana', 'Dee']).toContain(name);
    }
    expect((await people.chart(viewer(), publicId)).body.rows).toEqual(ofEu);
  });
});

describe('attack 21: groups of a viewer grant what is documented', () => {
  const namesOf = async (groups: readonly string[], more: object = {}) => {
    const externalId = crypto.randomUUID();
    const asReader = await people.rows(await people.reader(externalId, { groups, ...more }), byName);
    const asCreator = await people.rows(await people.creator(externalId, { groups, ...more }), byName);
    expect(asCreator).toEqual(asReader);
    return asReader;
  };
  const region = (value: string | null) => ({ userAttributes: [{ name: 'region', value }] });

  it('several of them the rows of each', async () => {
    expect(await namesOf(['eu'])).toEqual(ofEu);
    expect(await namesOf(['mine'], region('US'))).toEqual(ofUs);
    expect(await namesOf(['eu', 'mine'], region('US'))).toEqual([['Ana'], ['Ben'], ['Cai'], ['Dee']]);
    expect(await namesOf(['eu', 'all'])).toEqual(everybody);
  });

  it('none of them, an empty list of members, or a missing attribute or context nothing', async () => {
    for (const groups of [[], ['nothing'], ['mine'], ['failing'], ['nothing', 'mine', 'failing']]) {
      expect([groups, await namesOf(groups)]).toEqual([groups, undefined]);
    }
    expect(await namesOf(['mine'], region(null))).toBeUndefined();
    expect(await namesOf(['failing'], { securityContext: { deep: 'x' } })).toBeUndefined();
  });

  it('what grants nothing takes nothing from the others', async () => {
    expect(await namesOf(['eu', 'nothing', 'mine', 'failing'])).toEqual(ofEu);
  });

  it('and the reason is not told to the viewer', async () => {
    const viewer = await people.reader('curious', { groups: ['failing'] });
    const { status, text } = await people.viewers.data(viewer.dataToken, 'load', { query: byName });
    expect(status).toBe(400);
    expect(text).not.toMatch(/securityContext|deep|failing|polic/i);
  });
});

describe('attacks 19, 22, 23 and 24: the answers of viewers are their own', () => {
  it('when a hundred of them ask the same at once, with the same ids', async () => {
    const viewers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const region = ['EU', 'US', 'none', null][index % 4];
        const given = { groups: ['mine'], userAttributes: [{ name: 'region', value: region }] };
        const expected = [ofEu, ofUs, [], undefined][index % 4];
        return { viewer: await people.reader(`of ${index}`, given), expected };
      }),
    );
    const { publicId } = await people.publish(reader, { jsonQuery: JSON.stringify(byName) });
    const authorizations = ({ viewer }: (typeof viewers)[number]) => ({
      data: viewer.dataToken,
      dashboard: `Embed-Token ${viewer.token}`,
    });
    const send = async (path: string, body: object, authorization: string) => {
      const response = await fetch(`${people.viewers.service.served.origin}${path}`, {
        method: 'POST',
        headers: {
          authorization,
          ...throughProxy,
          'content-type': 'application/json',
          'x-request-id': 'the-same-span-1',
        },
        body: JSON.stringify(body),
      });
      return response.text();
    };
    const asked = viewers.flatMap((one) => {
      const { data, dashboard } = authorizations(one);
      const cached = { query: byName, cache: 'stale-if-slow', dashboard_load_id: 'x', queryId: 'x' };
      return Array.from({ length: 5 }, async () => {
        const body = JSON.parse(await send('/cubejs-api/v1/load', cached, data));
        if (body.error !== 'Continue wait') {
          expect(body.data?.map((row: object) => Object.values(row))).toEqual(one.expected);
        }
        const [, line = ''] = (await send(`/api/v1/embed/dashboard/${publicId}/data`, {}, dashboard)).split('\n');
        expect(JSON.parse(line).rows).toEqual(one.expected);
      });
    });
    await Promise.all(asked);
    for (const one of viewers.slice(0, 8)) expect(await people.rows(one.viewer, byName)).toEqual(one.expected);
  });

  it('and tell nothing of what was computed for another', async () => {
    const given = (value: string) => ({ groups: ['mine'], userAttributes: [{ name: 'region', value }] });
    const [first, second] = [await people.reader('first', given('EU')), await people.reader('second', given('US'))];
    const ask = async ({ dataToken }: Viewer, limit: number) => {
      const response = await fetch(`${people.viewers.service.served.origin}/cubejs-api/v1/load`, {
        method: 'POST',
        headers: { authorization: dataToken, ...throughProxy, 'content-type': 'application/json' },
        body: JSON.stringify({ query: { ...byName, limit } }),
      });
      const { lastRefreshTime, ...body } = (await response.json()) as Record<string, unknown>;
      expect(lastRefreshTime).toBeTypeOf('string');
      return { names: [...response.headers.keys()].toSorted(), body: JSON.stringify(body) };
    };
    const cold = await ask(second, 31);
    const before = people.statements;
    await ask(first, 32);
    expect(people.statements).toBeGreaterThan(before);
    const between = people.statements;
    const warm = await ask(second, 32);
    expect(people.statements).toBeGreaterThan(between); // what was computed for the first serves nobody else
    expect(warm.names).toEqual(cold.names);
    expect(warm.body).toBe(cold.body.replaceAll('31', '32'));
  });

  it('and counts, conditions on measures and limits are about their rows alone', async () => {
    for (const viewer of [reader, creator]) {
      expect(await people.rows(viewer, count)).toEqual([['2']]);
      const having = (number: string) => [{ member: 'people.count', operator: 'gt', values: [number] }];
      expect(await people.rows(viewer, { ...count, filters: having('2') })).toEqual([]);
      expect(await people.rows(viewer, { ...count, filters: having('1') })).toEqual([['2']]);
      expect(await people.rows(viewer, { ...byName, offset: 2, limit: 1 })).toEqual([]);
      expect(await people.statementRows(viewer, 'SELECT COUNT(*) FROM people')).toEqual([['2']]);
      expect(await people.statementRows(viewer, 'SELECT COUNT(*) FROM people HAVING COUNT(*) > 2')).toEqual([]);
    }
  });
});

describe.each(asViewers)('attack 30: values suggested to viewers %s are of their rows', (_mode, viewer) => {
  it('by the Data API', async () => {
    const values = async (body: object) =>
      (await people.viewers.data(viewer().dataToken, 'values', { member: 'people.name', ...body })).body.values;
    expect(await values({})).toEqual(['Ana', 'Dee']);
    for (const search of ['Ben', 'e', '%', '_', '']) {
      for (const value of await values({ search })) expect(['Ana', 'Dee']).toContain(value);
    }
    expect(await values({ search: 'Ben' })).toEqual([]);
  });

  it('by the controls of a dashboard, whatever else is chosen on it', async () => {
    const config = { semanticView: 'people', operator: 'equals', dimensionType: 'string', faceted: true };
    const filter = (id: string) => ({
      ...{ id, type: 'FILTER', position: { x: 0, y: 0, w: 1, h: 1 } },
      config: { ...config, member: id },
    });
    const widgets = [filter('name'), filter('region')];
    const { publicId } = await people.publish(viewer(), { jsonQuery: JSON.stringify(byName) }, widgets);
    const path = `/api/v1/embed/dashboard/${publicId}/values`;
    const values = async (body: object) =>
      (await people.as(viewer(), 'POST', path, { widgetId: 'name', ...body })).body.values;
    expect(await values({})).toEqual(['Ana', 'Dee']);
    expect(await values({ search: 'Ben' })).toEqual([]);
    expect(await values({ filters: [{ widgetId: 'region', value: 'US' }] })).toEqual([]);
    expect(await values({ filters: [{ widgetId: 'region', operator: 'not_equals', value: ['EU'] }] })).toEqual([]);
    expect(await values({ widgetId: 'region' })).toEqual(['EU']);
  });
});

describe('attack 28: what one viewer made shows others what they may see', () => {
  const sharing = '/api/v1/resource-policies/user';
  const userIn = ({ token }: Viewer) =>
    Number(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub);

  it('in creator mode, and is not theirs to change or delete', async () => {
    const rich = await people.creator('rich', { groups: ['all'] });
    const { workbookId, publicId } = await people.publish(rich, { jsonQuery: JSON.stringify(byName) });
    expect((await people.chart(rich, publicId)).body.rows).toEqual(everybody);
    const item = { resourceType: 'Workbook', resourceId: workbookId, action: 'WorkbookRead' };
    expect((await people.as(rich, 'PUT', sharing, { ...item, userId: userIn(creator) })).status).toBe(200);
    expect((await people.chart(creator, publicId)).body.rows).toEqual(ofEu);
    const workbook = `/api/v1/deployments/1/workbooks/${workbookId}`;
    expect((await people.as(creator, 'GET', workbook)).text).not.toMatch(/Ben|Cai/);
    for (const [method, path, body] of [
      ['DELETE', workbook, undefined],
      ['PUT', workbook, { name: 'taken' }],
      ['DELETE', `${workbook}/dashboard`, undefined],
      ['PUT', sharing, { ...item, userId: userIn(creator), action: 'WorkbookEdit' }],
    ] as const) {
      const { status } = await people.as(creator, method, path, body);
      expect([method, path, status >= 400]).toEqual([method, path, true]);
    }
    expect((await people.chart(rich, publicId)).body.rows).toEqual(everybody);
    await people.as(rich, 'PUT', sharing, { ...item, userId: userIn(creator), action: null });
    expect((await people.chart(creator, publicId)).status).toBe(404);
  });

  it('and what the account shares with all viewers, or what they copy of it', async () => {
    const { workbookId, publicId } = await people.publish(reader, { jsonQuery: JSON.stringify(byName) });
    const { database } = people.viewers.service.metadata.store;
    const group = database.selectFrom('user_group').select('id').where('name', '=', 'all_embed_users');
    const { id: groupId } = await group.executeTakeFirstOrThrow();
    const item = { resourceType: 'Workbook', resourceId: workbookId, action: 'WorkbookRead', groupId };
    expect((await people.viewers.ask('PUT', '/api/v1/resource-policies/group', item)).status).toBe(200);
    expect((await people.chart(creator, publicId)).body.rows).toEqual(ofEu);
    const copying = `/api/v1/deployments/1/workbooks/${workbookId}/duplicate`;
    const copy = (await people.as(creator, 'POST', copying, { shared: true })).body;
    expect((await people.chart(creator, copy.publishedDashboard.publicId)).body.rows).toEqual(ofEu);
  });

  it('and a chart keeps to the rights of the moment', async () => {
    const given = (groups: readonly string[]) => ({ groups });
    const before = await people.reader('changing', given(['all']));
    const { publicId } = await people.publish(before, { jsonQuery: JSON.stringify(byName) });
    expect((await people.chart(before, publicId)).body.rows).toEqual(everybody);
    await people.reader('changing', given(['eu']));
    expect((await people.chart(before, publicId)).body.rows).toEqual(ofEu);
    await people.reader('changing', given([]));
    expect((await people.chart(before, publicId)).body).not.toHaveProperty('rows');
  });
});
