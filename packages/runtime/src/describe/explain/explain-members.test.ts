import {
  bindQuery,
  compileModel,
  indexModel,
  type Instant,
  type MemberId,
  openAccess,
  parseZone,
} from '@orrery/semantic';
import { expect, it } from 'vitest';
import { explainMembers } from './explain-members.ts';
import { noRedaction, redactionFor } from '../../query/redaction.ts';

const text = `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: at, sql: at, type: time }
    measures:
      - { name: total, sql: amount, type: sum, filters: [{ sql: "{CUBE}.status <> 'void' AND {status} <> ''" }] }
      - { name: secret, sql: "{CUBE}.margin", type: sum, public: false }
      - { name: grand, type: sum, sql: "{total}", multi_stage: true, grain: { exclude: [status, at.month] } }
      - { name: share, type: number, sql: "100.0 * {total} / {grand}", multi_stage: true }
      - { name: kept, type: number, sql: "{secret} / 2" }
      - name: place
        type: rank
        multi_stage: true
        grain: { keep_only: [at] }
        order_by: [{ sql: "{total}", dir: desc }]
      - name: prev
        type: number
        sql: "{total}"
        multi_stage: true
        time_shift: [{ time_dimension: at, interval: 1 month, type: prior }]
        filter: { include: [{ member: status, operator: equals, values: [done] }], mode: fixed }
views:
  - name: sold
    cubes: [{ join_path: orders, includes: [status, share] }]
  - name: valid
    cubes: [{ join_path: orders, includes: [status, total] }]
    default_filters: [{ member: status, operator: notEquals, values: [void] }]
`;
const { build } = compileModel([{ path: 'model.yml', text }]);
const model = indexModel(build.pieces, build.unavailable);

function explained(measures: readonly string[], { redaction = noRedaction, mayReadModel = true } = {}) {
  const zone = parseZone('UTC');
  if (!zone) throw new Error('no UTC');
  const query = { measures, dimensions: [], segments: [], timeDimensions: [], filters: [] };
  const context = { now: 0 as Instant, access: openAccess, defaultZone: zone, defaultLimit: 1, maxLimit: 1 };
  const bound = bindQuery(query, model, context);
  if (!bound.ok) throw new Error(bound.problems[0]?.message);
  return explainMembers(bound.value, model, redaction, mayReadModel ? new Map() : undefined);
}

it('shows the parts of a member, at every level, with SQL as written', () => {
  const members = explained(['sold.share']);
  expect(members.map(({ name, uses }) => [name, uses])).toEqual([
    ['sold.share', ['selected']],
    ['orders.total', ['part']],
    ['orders.grand', ['part']],
    ['orders.status', ['part']],
  ]);
  expect(members[0]).toMatchObject({ aliasMember: 'orders.share', sql: '100.0 * {CUBE.total} / {CUBE.grand}' });
  expect(members[1]).toMatchObject({
    sql: '{CUBE}.amount',
    filters: [{ sql: "{CUBE}.status <> 'void' AND {CUBE.status} <> ''" }],
  });
  expect(members[2]).toMatchObject({ sql: '{CUBE.total}', grain: { exclude: ['orders.status', 'orders.at.month'] } });
});

it('shows the grain and order of a rank, the shift and filters of a stage', () => {
  const [place, prev] = explained(['orders.place', 'orders.prev']);
  expect(place).toMatchObject({ grain: { keepOnly: ['orders.at'] }, orderBy: [{ sql: '{CUBE.total}', dir: 'desc' }] });
  expect(prev).toMatchObject({
    timeShift: [{ timeDimension: 'orders.at', interval: '1 month', type: 'prior' }],
    filter: { include: [{ member: 'orders.status', operator: 'equals', values: ['done'] }], mode: 'fixed' },
  });
});

it('leaves out parts hidden from the caller, and all parts without the right to read the model', () => {
  const redaction = redactionFor(model, openAccess);
  expect(explained(['orders.kept'], { redaction }).map(({ name, sql }) => [name, sql])).toEqual([
    ['orders.kept', '{(hidden)} / 2'],
  ]);
  expect(explained(['sold.share'], { redaction, mayReadModel: false }).map(({ name }) => name)).toEqual(['sold.share']);
});

it('leaves out the condition of a default filter when it is hidden from the caller', () => {
  const kept = { ...openAccess, hidden: new Set(['valid.status' as MemberId]) };
  const names = (redaction = noRedaction) =>
    explained(['valid.total'], { redaction, mayReadModel: false }).map(({ name }) => name);
  expect(names()).toEqual(['valid.total', 'valid.status']);
  expect(names(redactionFor(model, kept))).toEqual(['valid.total']);
});
