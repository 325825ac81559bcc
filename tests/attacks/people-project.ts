import { stringify } from 'yaml';
import { GuardedService } from '../guarded-service.ts';

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

/** @param policies of `people` */
export function peopleModel(policies: readonly unknown[]): string {
  return stringify({ cubes: [{ ...people, access_policy: policies }, visits] });
}

/** Serves people and their visits under the given policies. */
export function openPeople(policies: readonly unknown[]): Promise<GuardedService> {
  return GuardedService.open({ model: peopleModel(policies), tables });
}
