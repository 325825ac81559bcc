import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuardedService, inGroups } from '../guarded-service.ts';
import { euRows, openPeople } from './people-project.ts';

const usRows = { filters: [{ member: 'region', operator: 'equals', values: ['US'] }] };
const own = (values: unknown) => ({ filters: [{ member: 'region', operator: 'equals', values }] });

let service: GuardedService;
beforeAll(async () => {
  service = await openPeople([
    { group: 'eu', member_level: { includes: ['name', 'count', 'pay'] }, row_level: euRows },
    { group: 'us', member_level: { includes: ['name', 'count', 'born'] }, row_level: usRows },
    { group: 'empty', member_level: { includes: [] } },
    { group: 'excluded', member_level: { excludes: '*' } },
    { group: 'attribute', row_level: own(['{ userAttributes.region }']) },
    { group: 'negated', conditions: [{ if: '{ not userAttributes.blocked }' }] },
    { group: 'method', conditions: [{ if: "{ userAttributes.tags.includes('vip') }" }] },
    { group: 'second', conditions: [{ if: '{ true }' }, { if: '{ userAttributes.level }' }] },
  ]);
});
afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['people.count'] };
const names = { dimensions: ['people.name'], order: { 'people.name': 'asc' } };

describe('several groups', () => {
  it('give the rows of either to members both grant, those of one to members one grants, and none to combinations no row grants', async () => {
    const both = inGroups(['eu', 'us']);
    expect(await service.rows(both, names)).toEqual([['Ana'], ['Ben'], ['Cai'], ['Dee']]);
    expect(
      await service.rows(both, { dimensions: ['people.name', 'people.pay'], order: { 'people.name': 'asc' } }),
    ).toEqual([
      ['Ana', '100'],
      ['Dee', '400'],
    ]);
    expect(await service.rows(both, { dimensions: ['people.pay', 'people.born'] })).toEqual([]);
    expect(await service.rows(both, count)).toEqual([['4']]);
  });

  it('may be named in any order', async () => {
    expect(await service.rows(inGroups(['us', 'eu']), names)).toEqual(
      await service.rows(inGroups(['eu', 'us']), names),
    );
    expect(await service.rows(inGroups(['us', 'us', 'nobody']), count)).toEqual([['2']]);
  });

  it('lose nothing by a group that grants nothing', async () => {
    expect(await service.rows(inGroups(['eu', 'empty', 'excluded', 'attribute']), count)).toEqual([['2']]);
  });
});

describe('nothing is granted, and the refusal gives no reason, for', () => {
  it.each<[string, ReturnType<typeof inGroups>]>([
    ['an empty list of members', inGroups(['empty'])],
    ['all members taken out', inGroups(['excluded'])],
    ['no group', inGroups([])],
    ['no identity at all', {}],
    ['a group that only looks alike', inGroups(['EU', ' eu', 'eu ', '*', 'eu\u0000', 'е\u0443'])],
    ['an attribute that is missing', inGroups(['attribute'], {}, {})],
    ['an attribute that is null', inGroups(['attribute'], {}, { region: null })],
    ['an attribute that is an object', inGroups(['attribute'], {}, { region: { a: 'EU' } })],
    ['an attribute that is an empty list', inGroups(['attribute'], {}, { region: [] })],
    ['an attribute that is a list of lists', inGroups(['attribute'], {}, { region: [['EU']] })],
    ['an attribute of the prototype', inGroups(['attribute'], {}, JSON.parse('{"__proto__":{"region":"EU"}}'))],
    [
      'a claim in the place of an attribute',
      inGroups(['attribute'], { region: 'EU', userAttributes: { region: 'EU' } }),
    ],
    ['a condition that negates what is missing', inGroups(['negated'], {}, {})],
    ['a condition that calls what is missing', inGroups(['method'], {}, {})],
    ['a condition that calls a number', inGroups(['method'], {}, { tags: 7 })],
    ['a second condition that is no boolean', inGroups(['second'], {}, { level: 'high' })],
  ])('%s', async (_name, context) => {
    const before = service.statements;
    const answer = await service.ask(context, count);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(/polic|condition|attribute|missing|group|boolean|denied|permission/i);
    expect(service.statements).toBe(before);
    const meta = await service.get(context, 'meta');
    expect(meta.text).not.toContain('people');
  });
});

describe('hostile values of attributes', () => {
  it.each(["EU' OR '1'='1", 'EU"', 'EU;--', '%', '*', '{ securityContext }', '\\', 'undefined', 'EU,US'])(
    'are plain values: %s',
    async (region) => {
      expect(await service.rows(inGroups(['attribute'], {}, { region }), names)).toEqual([]);
    },
  );

  it('grant their rows when they match', async () => {
    const context = inGroups(['attribute'], {}, { region: ['EU', "x' OR 1=1"] });
    expect(await service.rows(context, names)).toEqual([['Ana'], ['Dee']]);
  });
});
