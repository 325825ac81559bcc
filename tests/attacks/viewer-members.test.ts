import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Viewer, ViewersOfPeople } from './viewers-of-people.ts';

let people: ViewersOfPeople;
let reader: Viewer;
let creator: Viewer;

beforeAll(async () => {
  people = await ViewersOfPeople.open();
  reader = await people.reader('u1', { groups: ['staff'] });
  creator = await people.creator('u1', { groups: ['staff'] });
});

afterAll(() => people?.[Symbol.asyncDispose]());

const hidden = ['secret', 'secret_day', 'secrets', 'secretive', 'secrets_over'];
const absent = 'nothing_here';
const count = { measures: ['people.count'] };

const places: Readonly<Record<string, (member: string) => object>> = {
  measures: (member) => ({ measures: [member] }),
  dimensions: (member) => ({ dimensions: [member] }),
  segments: (member) => ({ ...count, segments: [member] }),
  'time dimensions': (member) => ({ timeDimensions: [{ dimension: member, granularity: 'day' }] }),
  filters: (member) => ({ ...count, filters: [{ member, operator: 'gt', values: ['1'] }] }),
  'groups of filters': (member) => ({
    ...count,
    filters: [{ or: [{ and: [{ member, operator: 'equals', values: ['1'] }] }] }],
  }),
  totals: (member) => ({ measures: [member], total: true, limit: 0 }),
  'ungrouped rows': (member) => ({ dimensions: [member], ungrouped: true }),
};
const statements: Readonly<Record<string, (member: string) => string>> = {
  'the columns': (member) => `SELECT ${member} FROM people`,
  'a measure': (member) => `SELECT MEASURE(${member}) FROM people`,
  'a condition': (member) => `SELECT name FROM people WHERE ${member} IS NOT NULL`,
  'the order': (member) => `SELECT name FROM people ORDER BY ${member}`,
  'a group': (member) => `SELECT COUNT(*) FROM people GROUP BY ${member}`,
  'an inner select': (member) => `SELECT a FROM (SELECT ${member} AS a FROM people) AS t`,
};

/** What an answer tells, apart from hints and times; the name that was asked is the absent one. */
const told = (text: string, name: string) =>
  text
    .replaceAll(/,"hint":"[^"]*"|"lastRefreshTime":"[^"]*"|,"requestId":"[^"]*"/g, '')
    .replaceAll(/ ?Did you mean [^"?]*\?/g, '')
    .replaceAll(new RegExp(String.raw`\b${name}\b`, 'g'), absent);

const asViewers = [
  ['who read', () => reader],
  ['in creator mode', () => creator],
] as const;

describe.each(asViewers)('attack 16: hidden members, asked by viewers %s', (_mode, viewer) => {
  it.each(Object.entries(places))('do not exist in %s', async (_place, query) => {
    const before = people.statements;
    for (const name of hidden) {
      for (const route of ['load', 'sql', 'dry-run', 'explain', 'subscribe', 'convert-query']) {
        const more = route === 'convert-query' ? { input: 'rest', output: 'sql' } : {};
        const ask = (member: string) =>
          people.viewers.data(viewer().dataToken, route, { query: query(member), ...more });
        const answer = await ask(`people.${name}`);
        const asIfAbsent = await ask(`people.${absent}`);
        expect([route, answer.status]).toEqual([route, 400]);
        expect([route, told(answer.text, name)]).toEqual([route, told(asIfAbsent.text, absent)]);
      }
    }
    expect(people.statements).toBe(before);
  });

  it.each(Object.entries(places))('do not exist in %s of charts', async (_place, query) => {
    const before = people.statements;
    const asIfAbsent = await people.charted(viewer(), query(`people.${absent}`));
    for (const name of ['secret', 'secrets', 'secretive']) {
      const answer = await people.charted(viewer(), query(`people.${name}`));
      expect(answer.body).not.toHaveProperty('rows');
      expect(answer.body.error).toBeDefined();
      expect(told(answer.text, name)).toBe(told(asIfAbsent.text, absent));
    }
    expect(people.statements).toBe(before);
  });

  it.each(Object.entries(statements))('do not exist in %s of a statement', async (_place, statement) => {
    const before = people.statements;
    for (const name of hidden.slice(0, 3)) {
      for (const [route, body] of [
        ['cubesql', (query: string) => ({ query })],
        ['sql', (query: string) => ({ query, format: 'sql' })],
        ['convert-query', (query: string) => ({ query, input: 'sql', output: 'rest' })],
      ] as const) {
        const ask = (member: string) => people.viewers.data(viewer().dataToken, route, body(statement(member)));
        const answer = await ask(name);
        expect([route, name, told(answer.text, name)]).toEqual([route, name, told((await ask(absent)).text, absent)]);
      }
      expect(await people.statementRows(viewer(), statement(name))).toBeUndefined();
    }
    expect(people.statements).toBe(before);
  });

  it('are in no metadata, suggested values or descriptions of members that are not there', async () => {
    for (const path of ['meta', 'meta?extended=true', 'meta?onlyViews=true']) {
      const asked = ['GET', `/cubejs-api/v1/${path}`, undefined, viewer().dataToken] as const;
      const { status, text } = await people.viewers.ask(...asked);
      expect([path, status, text.includes('secret')]).toEqual([path, 200, false]);
    }
    const values = (member: string) => people.viewers.data(viewer().dataToken, 'values', { member });
    const answer = await values('people.secret');
    const asIfAbsent = await values(`people.${absent}`);
    expect([answer.status, told(answer.text, 'secret')]).toEqual([400, told(asIfAbsent.text, absent)]);
    for (const misspelled of ['people.secre', 'people.secrt_day', 'people.secretiv']) {
      const { text } = await people.viewers.data(viewer().dataToken, 'load', { query: { dimensions: [misspelled] } });
      expect(text.replaceAll(misspelled, '').replaceAll(misspelled.slice(7), '')).not.toContain('secret');
    }
  });

  it('neither order rows nor are confirmed by a notice', async () => {
    const ask = (member: string) =>
      people.viewers.data(viewer().dataToken, 'load', { query: { ...count, order: [[member, 'desc']] } });
    const { text } = await ask('people.secret');
    expect(told(text, 'secret')).toBe(told((await ask(`people.${absent}`)).text, absent));
  });

  it('are no controls of dashboards', async () => {
    const config = { semanticView: 'people', operator: 'equals', dimensionType: 'string' };
    const filter = (member: string) => ({
      ...{ id: 'filter', type: 'FILTER', position: { x: 0, y: 0, w: 1, h: 1 } },
      config: { ...config, member },
    });
    const ask = async (member: string) => {
      const report = { jsonQuery: JSON.stringify({ dimensions: ['people.name'] }) };
      const { publicId } = await people.publish(viewer(), report, [filter(member)]);
      const values = await people.as(viewer(), 'POST', `/api/v1/embed/dashboard/${publicId}/values`, {
        widgetId: 'filter',
      });
      const filters = [{ widgetId: 'filter', value: '11' }];
      return [values.status, values.text, (await people.chart(viewer(), publicId, { filters })).text] as const;
    };
    const [status, ...texts] = await ask('secret');
    const [absentStatus, ...absentTexts] = await ask(absent);
    expect(status).toBe(absentStatus);
    expect(texts.map((text) => told(text, 'secret'))).toEqual(absentTexts.map((text) => told(text, absent)));
    expect(texts.join('')).not.toMatch(/xx-987|"1[12]"/);
  });
});

it('attack 16: viewers in creator mode learn no more by the reports that they write', async () => {
  const ask = async (member: string) => {
    const report = { name: 'r', jsonQuery: JSON.stringify({ dimensions: [member] }) };
    const { body } = await people.as(creator, 'POST', '/api/v1/deployments/1/reports', report);
    const shown = await people.as(creator, 'GET', `/api/v1/deployments/1/reports/${body.id}`);
    expect(shown.body.problems.length).toBeGreaterThan(0);
    return JSON.stringify([body.problems, shown.body.problems]);
  };
  expect(told(await ask('people.secret'), 'secret')).toBe(told(await ask(`people.${absent}`), absent));
});

it('viewers who may see the members do', async () => {
  for (const viewer of [
    await people.reader('u2', { groups: ['all'] }),
    await people.creator('u2', { groups: ['all'] }),
  ]) {
    expect(await people.rows(viewer, { measures: ['people.secrets'] })).toEqual([['4']]);
    expect(await people.statementRows(viewer, 'SELECT secret FROM people WHERE id = 1')).toEqual([['11']]);
  }
});

const everybody = [['Ana'], ['Ben'], ['Cai'], ['Dee'], [null]];
const byName = { dimensions: ['people.name'], order: { 'people.name': 'asc' } };

describe.each(asViewers)('attack 17: masked values cannot be inferred by viewers %s', (_mode, viewer) => {
  it('by bisecting them', async () => {
    for (const operator of ['gt', 'lte', 'equals', 'notEquals']) {
      for (const value of ['0', '150', '200']) {
        const filters = [{ member: 'people.pay', operator, values: [value] }];
        expect([[], everybody]).toContainEqual(await people.rows(viewer(), { ...byName, filters }));
        const having = [{ member: 'people.highest_pay', operator, values: [value] }];
        const kept = await people.rows(viewer(), { ...byName, measures: ['people.count'], filters: having });
        expect([0, everybody.length]).toContain(kept?.length);
      }
    }
  });

  it('by statements', async () => {
    for (const condition of ['pay > 150', 'pay = 200', 'pay <> 200', 'pay BETWEEN 60 AND 120', 'pay IN (100, 200)']) {
      const rows = await people.statementRows(viewer(), `SELECT name FROM people WHERE ${condition} ORDER BY 1`);
      expect([undefined, 0, everybody.length]).toContain(rows?.length);
    }
    const ordered = await people.statementRows(viewer(), 'SELECT name, pay FROM people ORDER BY pay DESC, name');
    expect(ordered?.map(([name]) => [name])).toEqual(everybody);
    expect(new Set(ordered?.map(([, pay]) => String(pay)))).toEqual(new Set(['-1']));
  });

  it('by their order, members derived from them, counts or suggested values', async () => {
    const order = { 'people.pay': 'desc', 'people.name': 'asc' };
    const ordered = await people.rows(viewer(), { dimensions: ['people.name', 'people.pay'], order });
    expect(ordered).toEqual(everybody.map(([name]) => [name, '-1']));
    expect(await people.rows(viewer(), { ...count, dimensions: ['people.pay_band'] })).toEqual([['low', '5']]);
    expect(await people.rows(viewer(), { measures: ['people.total_pay'] })).toEqual([['-5']]);
    const { text } = await people.viewers.data(viewer().dataToken, 'values', { member: 'people.pay' });
    expect(text).not.toMatch(/200|400|100|70/);
    for (const route of ['sql', 'explain']) {
      const query = { ...byName, dimensions: ['people.name', 'people.pay'] };
      const shown = await people.viewers.data(viewer().dataToken, route, { query });
      expect([route, shown.status]).toEqual([route, 200]);
      if (route === 'sql') expect(shown.text).not.toMatch(/"people"\.pay\b|\bpay,/);
    }
  });
});
