import { accessReportsSchema, type WireQuery } from '@orrery/contract';
import { compileModel, indexModel, type Zone } from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { callerViewOf } from '../../runtime-for.ts';
import type { CallerRuntime } from '../../runtime.ts';
import { canned, sampleRuntime } from '../../query/sample-runtime.ts';
import { differenceText, reportText } from './report-text.ts';
import { simulate } from './simulate.ts';

const text = `
cubes:
  - name: people
    sql_table: people
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: region, type: string }
      - { name: name, sql: name, type: string, mask: nobody }
      - { name: pay, sql: pay, type: number }
      - { name: label, sql: "{name} || {pay}", type: string }
    measures:
      - { name: count, type: count }
    access_policy:
      - group: eu
        member_level: { excludes: [pay] }
        row_level: { filters: [{ member: region, operator: equals, values: ["{ userAttributes.region }"] }] }
      - group: "*"
        member_level: { includes: [region, count] }
        member_masking: { includes: [name] }
      - group: admin
  - name: stores
    sql_table: stores
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
    measures:
      - { name: count, type: count }
  - name: closed
    sql_table: closed
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: count, type: count }
    access_policy: [{ group: nobody }]
views:
  - name: overview
    cubes: [{ join_path: people, includes: [region, name, count] }]
`;

const { build } = compileModel([{ path: 'people.yml', text }]);
const model = { index: indexModel(build.pieces), build, version: 'v' };
const { runtime } = sampleRuntime(() => canned(['7']));

async function runtimeFor(context: Readonly<Record<string, unknown>>): Promise<CallerRuntime> {
  const query = { ...runtime.query, defaultZone: 'UTC' as Zone };
  return { ...runtime, query, model, ...callerViewOf(model, context) };
}

const ann = { cubeCloud: { groups: ['eu'], userAttributes: { region: 'EU' } } };
const admin = { cubeCloud: { groups: ['admin'] } };

function simulated(as: object, more: { readonly compare?: object; readonly query?: WireQuery } = {}) {
  const { compare, query } = more;
  const queries = query && [{ query, cacheMode: 'no-cache', place: { kind: 'whole' } } as const];
  return simulate({ as: { ...as }, ...(compare ? { compare: { ...compare } } : {}), queries, now: 0 }, runtimeFor);
}

describe('the access of a caller', () => {
  it('is reported with the policies that grant it, and why the others do not', async () => {
    const { report } = accessReportsSchema.parse(await simulated(ann));
    expect(reportText(report)).toMatchInlineSnapshot(`
      "Caller
        groups: eu
        userAttributes.region: "EU"

      cube people: by its policies
        people.yml:14 applies
          shows people.id, people.region, people.name, people.count
          of rows where people.region equals "EU"
        people.yml:17 applies
          shows people.region, people.count
          masks people.name
          of all rows
        people.yml:20 does not apply: the caller has none of the groups admin
        masked: people.name, except where people.region equals "EU"
        hidden: people.pay, no policy that applies includes it (people.yml:14, people.yml:17)
        hidden: people.label, it is made of people.pay, which is hidden

      cube closed: nothing, since no policy applies
        people.yml:34 does not apply: the caller has none of the groups nobody
        hidden: closed.count, no policy applies

      view overview: no policies
        rows and masks as the policies of people say
        masked: overview.name, except where people.region equals "EU"

      Open to everybody
        stores"
    `);
  });

  it('is reported for a caller without an identity', async () => {
    const { report } = await simulated({});
    expect(report.caller).toEqual({ groups: [], roles: [], userAttributes: null });
    const people = report.pieces.find(({ name }) => name === 'people');
    expect(people?.policies.map(({ applies, reason }) => applies || reason)).toEqual([
      'the caller has none of the groups eu',
      true,
      'the caller has none of the groups admin',
    ]);
    expect(people?.masked).toEqual([{ member: 'people.name' }]);
  });

  it('is reported for a single query when one is given, also when it is refused', async () => {
    const { report } = await simulated(ann, { query: { dimensions: ['people.pay'] } });
    expect(report.pieces.map(({ name }) => name)).toEqual(['people']);
    expect(report.query?.refused).toEqual(["'pay' not found for path 'people.pay'"]);
    const answered = await simulated(admin, { query: { measures: ['stores.count'] } });
    expect(answered.report.pieces.map(({ name }) => name)).toEqual(['stores']);
    expect(answered.report.query).toEqual({ rules: [], masked: [] });
  });
});

describe('the difference of two callers', () => {
  it('lists what only one of them sees', async () => {
    const { differences = [] } = accessReportsSchema.parse(await simulated(ann, { compare: admin }));
    expect(differenceText(differences)).toMatchInlineSnapshot(`
      "Differences
        people, people.label
          first:  hidden: it is made of people.pay, which is hidden
          second: seen
        people, people.name
          first:  masked, except people.region equals "EU"
          second: seen
        people, people.pay
          first:  hidden: no policy that applies includes it (people.yml:14, people.yml:17)
          second: seen
        people, rows
          first:  all rows, or people.region equals "EU"
          second: all rows
        overview, overview.name
          first:  masked, except people.region equals "EU"
          second: seen
        overview, rows of people
          first:  all rows, or people.region equals "EU"
          second: all rows"
    `);
  });

  it('is empty for callers who are equal in what the policies read', async () => {
    const { differences = [] } = await simulated(ann, { compare: { ...ann, sub: 'another' } });
    expect(differenceText(differences)).toBe('Both see the same.');
  });

  it('covers only a given query, and is empty where both are refused', async () => {
    const query = { dimensions: ['overview.region'] };
    const { differences = [] } = await simulated({ cubeCloud: { groups: [] } }, { compare: admin, query });
    expect(differences).toEqual([]);
    const refused = { dimensions: ['people.pay'] };
    expect((await simulated(ann, { compare: { cubeCloud: {} }, query: refused })).differences).toEqual([]);
  });

  it('does not list members that are hidden from both for different reasons', async () => {
    const { differences = [] } = await simulated(ann, { compare: { cubeCloud: {} } });
    expect(differences.map(({ what }) => what)).not.toContain('people.pay');
    expect(differences.map(({ what }) => what)).toContain('people.name');
  });

  it('reports a query that only one of them may run', async () => {
    const query = { dimensions: ['people.pay'] };
    const { differences } = await simulated(ann, { compare: admin, query });
    expect(differences?.at(-1)).toEqual({
      of: 'the query',
      what: 'answer',
      first: "refused: 'pay' not found for path 'people.pay'",
      second: 'answered',
    });
  });
});
