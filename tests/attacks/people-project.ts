import { stringify } from 'yaml';
import { type GuardedProject, GuardedService } from '../guarded-service.ts';

/** Rows for people outside of the EU have invalid numbers and patterns: any SQL that reads them fails. */
const tables = {
  people: `SELECT * FROM (VALUES (1, 'Ana', 'EU', '11', '^A', 100, TIMESTAMP '2024-01-01 10:00:00'),
    (2, 'Dee', 'EU', '12', '^D', 400, TIMESTAMP '2024-02-01 10:00:00'),
    (3, 'Ben', 'US', 'xx-987-65', '(', 200, TIMESTAMP '2024-03-01 10:00:00'),
    (4, 'Cai', 'US', NULL, NULL, 50, NULL), (5, NULL, NULL, 'yy-123-45', '[', 70, NULL))
    AS t (id, name, region, number, pattern, pay, born)`,
  visits: 'SELECT * FROM (VALUES (1, 1), (2, 1), (3, 3), (4, 3), (5, 4), (6, NULL)) AS t (id, person)',
};

export const euRows = { filters: [{ member: 'region', operator: 'equals', values: ['EU'] }] };

const people = {
  name: 'people',
  sql_table: 'people',
  dimensions: [
    { name: 'id', sql: 'id', type: 'number', primary_key: true, public: true },
    { name: 'name', sql: 'name', type: 'string' },
    { name: 'region', sql: 'region', type: 'string' },
    { name: 'number', sql: 'CAST({CUBE}.number AS INTEGER)', type: 'number' },
    { name: 'is_like', sql: 'regexp_matches({CUBE}.name, {CUBE}.pattern)', type: 'boolean' },
    { name: 'pay', sql: 'pay', type: 'number', mask: -1 },
    { name: 'pay_band', sql: "CASE WHEN {pay} > 150 THEN 'high' ELSE 'low' END", type: 'string' },
    { name: 'secret', sql: 'number', type: 'string' },
    { name: 'born', sql: 'born', type: 'time' },
    { name: 'secret_day', sql: 'born', type: 'time' },
  ],
  measures: [
    { name: 'count', type: 'count', drill_members: ['name', 'secret', 'region'] },
    { name: 'total_pay', sql: '{pay}', type: 'sum' },
    { name: 'highest_pay', sql: 'pay', type: 'max' },
    { name: 'secrets', sql: 'number', type: 'count_distinct' },
    { name: 'secrets_over', sql: '{secrets} * 2', type: 'number' },
  ],
  segments: [
    { name: 'odd', sql: 'CAST({CUBE}.number AS INTEGER) % 2 = 1' },
    { name: 'secretive', sql: '{CUBE}.number IS NOT NULL' },
  ],
};

const visits = {
  name: 'visits',
  sql_table: 'visits',
  joins: [{ name: 'people', relationship: 'many_to_one', sql: '{CUBE}.person = {people}.id' }],
  dimensions: [{ name: 'id', sql: 'id', type: 'number', primary_key: true }],
  measures: [{ name: 'count', type: 'count' }],
};

const names = { dimensions: ['people.name'], order: { 'people.name': 'asc' } };

/** Queries that fail where they read a row for people outside of the EU. */
export const failingQueries: readonly (readonly [string, object])[] = [
  ['a cast in a dimension', { dimensions: ['people.number'] }],
  ['a cast in a filter', { ...names, filters: [{ member: 'people.number', operator: 'gt', values: ['0'] }] }],
  [
    'a cast in one of several filters',
    {
      ...names,
      filters: [
        {
          or: [
            { member: 'people.number', operator: 'gt', values: ['0'] },
            { member: 'people.name', operator: 'set' },
          ],
        },
      ],
    },
  ],
  ['a cast in a segment', { measures: ['people.count'], segments: ['people.odd'] }],
  [
    'a pattern in a filter',
    { ...names, filters: [{ member: 'people.is_like', operator: 'equals', values: ['true'] }] },
  ],
  ['a pattern in a group', { measures: ['people.count'], dimensions: ['people.is_like'] }],
  ['a cast that orders', { dimensions: ['people.number', 'people.name'], order: { 'people.number': 'desc' } }],
  [
    'a cast beside a join',
    {
      measures: ['visits.count'],
      dimensions: ['people.name'],
      filters: [{ member: 'people.number', operator: 'gt', values: ['0'] }],
    },
  ],
  ['a cast of ungrouped rows', { dimensions: ['people.number'], ungrouped: true }],
];

const us = { member: 'people.region', operator: 'equals', values: ['US'] };
const notUs = { member: 'people.region', operator: 'notEquals', values: ['US'] };
const deep = (depth: number): unknown => (depth === 0 ? us : { or: [{ and: [deep(depth - 1)] }, us] });

/** Filters of a caller that would bring rows back if policies were not joined around them. */
export const wideningFilters: readonly (readonly [string, readonly unknown[]])[] = [
  ['either of two that are opposite', [{ or: [us, notUs] }]],
  ['either of one and everything', [{ or: [us, { member: 'people.id', operator: 'set' }] }]],
  ['none of some', [{ member: 'people.region', operator: 'notEquals', values: ['EU'] }]],
  ['what is not set', [{ member: 'people.region', operator: 'notSet' }]],
  ['what is set', [{ member: 'people.region', operator: 'set' }]],
  ['NULL', [{ member: 'people.region', operator: 'equals', values: [null] }]],
  ['all but NULL', [{ member: 'people.region', operator: 'notEquals', values: [null] }]],
  ['the other region', [us]],
  ['deep inside', [deep(8)]],
  ['beside and', [{ and: [{ or: [us, notUs] }, { or: [notUs, us] }] }]],
  ['many', Array.from({ length: 50 }, () => ({ or: [us, notUs] }))],
];

/** @param policies of `people` */
export function peopleModel(policies: readonly unknown[]): string {
  return stringify({ cubes: [{ ...people, access_policy: policies }, visits] });
}

/** Serves people and their visits under the given policies. */
export function openPeople(policies: readonly unknown[]): Promise<GuardedService> {
  return GuardedService.open(peopleProject(policies));
}

export function peopleProject(policies: readonly unknown[]): GuardedProject {
  return { model: peopleModel(policies), tables };
}
