import { planQuery } from '../compile.ts';
import type { ModelIndex } from '../model/model-index.ts';
import { bindQuery } from '../plan/build-plan.ts';
import { accessFor } from '../query/access/access-for.ts';
import { modelOf, somebody } from '../query/access/access-fixture.ts';
import { filter } from '../query/bind-fixture.ts';
import type { Query } from '../query/query.ts';
import type { Instant, Zone } from '../time/instant.ts';
import { utc } from '../time/zone.ts';
import { explainRollups, type RollupCandidate } from './explain-rollups.ts';

/** Parts of the model around the rollups, each as YAML. */
export interface RollupModel {
  /** Definitions of `orders`, one a line, in braces. */
  readonly rollups?: readonly string[];
  /** Further entries of `orders`: measures, dimensions, segments, and of its policies. */
  readonly measures?: readonly string[];
  readonly dimensions?: readonly string[];
  readonly segments?: readonly string[];
  readonly policies?: readonly string[];
  /** Definitions of `customers` and `sales`. */
  readonly ofCustomers?: readonly string[];
  readonly ofSales?: readonly string[];
  readonly policyOfCustomers?: string;
  /** Source of `orders`. */
  readonly source?: string;
  /** Views, and further cubes. */
  readonly more?: string;
}

const entries = (lines: readonly string[] = []) => lines.map((line) => `      - {${line}}\n`).join('');
const section = (name: string, lines: readonly string[] = []) =>
  lines.length > 0 ? `    ${name}:\n${entries(lines)}` : '';

/** The base model of the contract, with rollups. */
export function rollupModel(parts: RollupModel = {}): ModelIndex {
  return modelOf(`
cubes:
  - name: customers
    sql_table: customers
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: city, sql: city, type: string}
      - {name: region, sql: region, type: string}
    measures:
      - {name: count, type: count}
      - {name: credit, sql: credit, type: sum}
${section('access_policy', parts.policyOfCustomers === undefined ? [] : [parts.policyOfCustomers])}
${section('pre_aggregations', parts.ofCustomers)}
  - name: orders
    ${parts.source ?? 'sql_table: orders'}
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
      - {name: items, relationship: one_to_many, sql: "{CUBE}.id = {items.order_id}"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: status, sql: status, type: string}
      - {name: amount_value, sql: amount, type: number}
      - {name: created_at, sql: created_at, type: time, granularities: [{name: fiscal, interval: 1 year, offset: 1 month}]}
      - {name: shipped_at, sql: shipped_at, type: time}
${entries(parts.dimensions)}
    measures:
      - {name: count, type: count}
      - {name: total, sql: amount, type: sum}
      - {name: average, sql: amount, type: avg}
      - {name: smallest, sql: amount, type: min}
      - {name: largest, sql: amount, type: max}
      - {name: buyers, sql: customer_id, type: count_distinct}
      - {name: about, sql: customer_id, type: count_distinct_approx}
      - {name: median, sql: "percentile_cont(0.5) WITHIN GROUP (ORDER BY {CUBE}.amount)", type: number}
      - {name: ratio, sql: "1.0 * {total} / {count}", type: number}
${entries(parts.measures)}
    segments:
      - {name: done_only, sql: "{CUBE}.status = 'done'"}
      - {name: open_only, sql: "{CUBE}.status = 'open'"}
${entries(parts.segments)}
${section('access_policy', parts.policies)}
${section('pre_aggregations', parts.rollups)}
  - name: items
    sql_table: items
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: order_id, sql: order_id, type: number}
      - {name: product, sql: product, type: string}
    measures:
      - {name: count, type: count}
      - {name: qty, sql: qty, type: sum}
  - name: sales
    sql_table: sales
    dimensions: [{name: region, sql: region, type: string}, {name: day, sql: day, type: time}]
    measures: [{name: total, sql: amount, type: sum}]
${section('pre_aggregations', parts.ofSales)}
${parts.more ?? ''}
`);
}

/** Rollups of the contract's acceptance cases. */
export const rollupA =
  'name: A, measures: [count, total, smallest, largest], dimensions: [status], time_dimension: created_at, granularity: day';
export const rollupW = rollupA.replace('name: A', 'name: W').replace('granularity: day', 'granularity: week');
export const rollupM = rollupA.replace('name: A', 'name: M').replace('granularity: day', 'granularity: month');
export const rollupB =
  'name: B, measures: [buyers], dimensions: [status], time_dimension: created_at, granularity: day';
export const rollupV =
  'name: V, measures: [average], dimensions: [status], time_dimension: created_at, granularity: day';
export const rollupJoined = 'name: C, measures: [count, total], dimensions: [customers.city]';
export const rollupJ = 'name: J, measures: [total], dimensions: [items.product, status]';

/** A query in few words. */
export interface Asked extends Pick<Partial<Query>, 'filters' | 'segments' | 'ungrouped' | 'fillMissing' | 'timezone'> {
  readonly m?: readonly string[];
  readonly d?: readonly string[];
  /** `created_at/month`, or a whole time dimension. */
  readonly td?: string | Query['timeDimensions'][number];
}

interface Asker {
  readonly groups?: readonly string[];
  readonly zones?: readonly [Zone, ...Zone[]];
}

const ofOrders = (name: string) => (name.includes('.') ? name : `orders.${name}`);

/** @throws where the query cannot be asked */
export function candidatesOf(model: ModelIndex, asked: Asked, asker: Asker = {}): readonly RollupCandidate[] {
  const { m = [], d = [], td, ...rest } = asked;
  const [dimension = '', granularity] = typeof td === 'string' ? td.split('/') : [];
  const time = typeof td === 'string' ? { dimension: ofOrders(dimension), granularity: granularity ?? '' } : td;
  const query: Query = {
    measures: m.map(ofOrders),
    dimensions: d.map(ofOrders),
    segments: [],
    timeDimensions: time ? [time] : [],
    filters: [],
    ...rest,
  };
  const access = accessFor(model, somebody(...(asker.groups ?? [])));
  const context = {
    now: Date.parse('2024-05-15T10:20:30Z') as Instant,
    access,
    defaultZone: utc,
    defaultLimit: 10_000,
    maxLimit: 50_000,
  };
  const bound = bindQuery(query, model, context);
  if (!bound.ok) throw new Error(bound.problems.map(({ message }) => message).join('; '));
  const planned = planQuery(bound.value, model);
  if (!planned.ok) throw new Error(planned.problems.map(({ message }) => message).join('; '));
  return explainRollups({ query: bound.value, plan: planned.value, model }, access, asker.zones ?? [utc]);
}

/** How each candidate answers, or the kinds of its reasons. */
export function verdicts(model: ModelIndex, asked: Asked, asker?: Asker): Readonly<Record<string, string>> {
  return Object.fromEntries(
    candidatesOf(model, asked, asker).map(({ name, covers, reasons }) => [
      name.replace('orders.', ''),
      covers ?? reasons.map(({ kind }) => kind).join(', '),
    ]),
  );
}

/** A filter on a member of `orders`. */
export function where(member: string, operator: 'equals' | 'gt' | 'inDateRange' | 'set', ...values: string[]) {
  return filter(ofOrders(member), operator, ...values);
}

/** A time dimension with a range. */
export function during(from: string, to: string, granularity?: string, dimension = 'created_at') {
  return { dimension: ofOrders(dimension), dateRange: [from, to], ...(granularity ? { granularity } : {}) };
}
