import { expect, it } from 'vitest';
import { compileModel } from '../../model/compile-model.ts';
import { indexModel } from '../../model/model-index.ts';
import type { MemberId, ModelFilter } from '../../model/model.ts';
import type { Instant, Zone } from '../../time/instant.ts';
import { openAccess } from '../access.ts';
import { newFindings } from '../binder.ts';
import { bindPolicyRows } from './policy-rows.ts';

const { build } = compileModel([
  {
    path: 'model.yml',
    text: `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
      - { name: currency, type: switch, values: [usd, eur] }
    measures:
      - { name: total, sql: amount, type: sum }
`,
  },
]);
const never = { kind: 'or', conditions: [] };
const on = (name: string, operator: string, ...values: string[]): ModelFilter => ({
  kind: 'member',
  member: `orders.${name}` as MemberId,
  operator,
  values,
});

it('tests the conditions of a policy', () => {
  expect(bind(on('status', 'equals', 'done'))).toMatchObject({ kind: 'one-of', values: [{ text: 'done' }] });
});

it.each<[string, readonly ModelFilter[]]>([
  ['nothing at all', []],
  ['an empty group', [{ kind: 'or', filters: [] }]],
  ['an operator that there is not', [on('status', 'resembles', 'done')]],
  ['a value of another type', [on('id', 'equals', 'undefined')]],
  ['no value', [on('id', 'gt')]],
  ['a date that there is not', [on('created_at', 'afterDate', '2024-02-31')]],
  ['a member that no row has', [on('currency', 'equals', 'usd')]],
  ['a measure', [on('total', 'gt', '1')]],
  ['something wrong beside something right', [on('status', 'equals', 'done'), on('id', 'equals', 'x')]],
  [
    'something wrong that would not be needed',
    [{ kind: 'or', filters: [on('status', 'equals', 'done'), on('id', 'equals', 'x')] }],
  ],
])('leaves no row by %s', (_, filters) => {
  expect(bind(...filters)).toEqual(never);
});

function bind(...filters: ModelFilter[]) {
  const binder = {
    model: indexModel(build.pieces),
    access: openAccess,
    now: { instant: 0 as Instant, zone: 'UTC' as Zone },
    findings: newFindings(),
    requested: new Set<MemberId>(),
    pieces: new Set<string>(),
  };
  return bindPolicyRows(binder, filters);
}
