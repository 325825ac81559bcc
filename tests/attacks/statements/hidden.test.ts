import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatementService } from './statement-service.ts';

let service: StatementService;
beforeAll(async () => {
  service = await StatementService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

describe('a member that policies deny', () => {
  it.each([
    'SELECT NAME FROM people',
    'SELECT "people"."NAME" FROM people',
    'SELECT public.people.NAME FROM public.people',
    'SELECT p.NAME AS region FROM people p',
    'SELECT region FROM people WHERE NAME IS NULL',
    'SELECT region FROM people GROUP BY region, NAME',
    'SELECT region, COUNT(*) FROM people GROUP BY 1 HAVING MAX(NAME) > 0',
    'SELECT region FROM people ORDER BY NAME',
    'SELECT MEASURE(count) FILTER (WHERE NAME > 0) FROM people',
    'SELECT SUM(NAME) FROM people',
    'SELECT SUM(COUNT(*)) OVER (PARTITION BY NAME) FROM people GROUP BY region',
    'SELECT region FROM people p WHERE EXISTS (SELECT 1 FROM orders WHERE p.NAME > amount)',
    'SELECT o.item FROM orders o JOIN people p ON o.__cubeJoinField = p.__cubeJoinField WHERE p.NAME > 1',
    'SELECT x FROM (SELECT region, NAME AS x FROM people) t',
    'WITH people AS (SELECT * FROM people) SELECT NAME FROM people',
    'WITH t AS (SELECT NAME FROM people) SELECT 1',
    'SELECT t.NAME FROM people t, people u',
    'SELECT DISTINCT ON (NAME) region FROM people',
    'EXPLAIN SELECT NAME FROM people',
  ])('is reported like one that is not there, and nothing runs: %s', async (query) => {
    const before = service.service.statements;
    const denied = await service.ask('us', query.replaceAll('NAME', 'credit_value'));
    const absent = await service.ask('us', query.replaceAll('NAME', 'absent_thing'));
    expect(denied.error).toBeDefined();
    const alike = (text = '') =>
      text.replaceAll(/absent_thing|credit_value/g, 'x').replaceAll(/Did you mean[^?]*\?/g, '');
    expect(alike(denied.error)).toBe(alike(absent.error));
    expect(denied.error?.replace(/^[^[]*/, '').split(']')[0]).not.toContain('credit');
    expect(service.service.statements).toBe(before);
  });

  it('stays hidden when whoever may see it has asked the same text, and SELECT * has the columns of each', async () => {
    for (const text of ['SELECT SUM(credit) AS s FROM people', 'SELECT * FROM people ORDER BY id']) {
      const [eu, us, again] = [
        await service.ask('eu', text, { cache: 'no-cache' }),
        await service.ask('us', text, { cache: 'no-cache' }),
        await service.ask('eu', text, { cache: 'no-cache' }),
      ];
      expect(again.text.replace(/"lastRefreshTime":"[^"]*"/, '')).toBe(
        eu.text.replace(/"lastRefreshTime":"[^"]*"/, ''),
      );
      expect(eu.error).toBeUndefined();
      expect(us.text).not.toContain('e-ann');
      expect(us.rows).not.toEqual(eu.rows);
    }
    expect((await service.ask('us', 'SELECT SUM(credit) AS s FROM people')).error).toContain('credit');
  });

  it('is not a column of the star, nor a hint', async () => {
    const { text } = await service.ask('us', 'SELECT * FROM people');
    expect(text).not.toContain('credit');
    const { error } = await service.ask('us', 'SELECT credit_valu FROM people');
    expect(error).not.toContain('credit_value');
  });

  it('has no table when nothing of a cube may be seen', async () => {
    const [hidden, absent] = [
      await service.ask('nobody', 'SELECT * FROM people'),
      await service.ask('nobody', 'SELECT * FROM peoples'),
    ];
    expect(hidden.error).toBe(absent.error?.replaceAll('peoples', 'people'));
  });
});

describe('rows that policies hide', () => {
  it.each([
    'SELECT name FROM people',
    'SELECT name FROM people WHERE 1 = 1 OR region IS NOT NULL',
    "SELECT name FROM people WHERE NOT (region = 'EU') OR TRUE",
    'SELECT name, COUNT(*) FROM people GROUP BY ROLLUP(name)',
    'SELECT MAX(name), MIN(name) FROM people',
    "SELECT STRING_AGG(name, ',') FROM people",
    'SELECT a.name FROM people a UNION ALL SELECT name FROM people_view',
    'SELECT t.name FROM people t, people u WHERE t.id = u.id',
    'SELECT name FROM (SELECT name, region FROM people) people WHERE region IS NOT NULL',
    "WITH people AS (SELECT 'x' AS name UNION SELECT name FROM public.people) SELECT name FROM people",
    'SELECT (SELECT MAX(name) FROM people) AS m',
    'SELECT item, owner FROM orders WHERE owner IS NOT NULL',
    'SELECT o.item, p.name FROM orders o CROSS JOIN people p WHERE p.name IS NOT NULL',
    'SELECT name FROM people LIMIT 1000001',
    'SELECT FIRST_VALUE(name) OVER (ORDER BY name DESC) FROM people',
    'SELECT p.name FROM people p RIGHT JOIN (SELECT DISTINCT id FROM people) q ON p.id = q.id',
  ])('stay hidden: %s', async (query) => {
    for (const [group, foreign] of [
      ['eu', /u-\w/],
      ['us', /e-\w/],
    ] as const) {
      const { text, error } = await service.ask(group, query);
      expect(text.replaceAll(/e-masked/g, '')).not.toMatch(foreign);
      if (error === undefined) expect(text).toContain(group === 'eu' ? 'e-' : 'u-');
    }
  });

  it.each([
    "SELECT COUNT(*) FROM people WHERE 1 / (CASE WHEN region = 'US' THEN 0 ELSE 1 END) = 1",
    "SELECT COUNT(*) FROM people WHERE CAST(CASE WHEN region = 'US' THEN name ELSE '1' END AS INTEGER) = 1",
    "SELECT COUNT(*) FROM people WHERE LN(CASE WHEN region = 'US' THEN -1 ELSE 1 END) = 0",
    "SELECT SUM(1 / (CASE WHEN region = 'US' THEN 0 ELSE 1 END)) FROM people",
    "SELECT SUM(n) FROM (SELECT 1 / (CASE WHEN region = 'US' THEN 0 ELSE 1 END) AS k, COUNT(*) AS n FROM people GROUP BY 1) t",
    "SELECT COUNT(*) FROM (SELECT CAST(SUBSTRING(name, 1, 1) || CASE WHEN region = 'US' THEN 'x' ELSE '' END AS TEXT) AS v, 7 / (CASE WHEN region = 'US' THEN 0 ELSE 1 END) AS w FROM people) t WHERE w > 0",
  ])('never fail for whom they are hidden: %s', async (query) => {
    const hidden = await service.ask('eu', query);
    expect(hidden).toMatchObject({ error: undefined, rows: [['2']] });
    const shown = await service.ask('admin', query);
    expect(shown.text).not.toMatch(/e-ann|e-dee|u-ben|u-cai|York|Reno/i);
  });

  it('have no effect on whether an answer comes from the cache of somebody else', async () => {
    const query = 'SELECT COUNT(*) AS only_here FROM people';
    for (const group of ['admin', 'eu', 'us']) {
      const [first, second] = [await service.ask(group, query), await service.ask(group, query)];
      expect(first.rows).toEqual(second.rows);
      expect(first.rows).toEqual([[group === 'admin' ? '4' : '2']]);
    }
  });
});
