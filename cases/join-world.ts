/** A model with equivalent plain SQL: the join of all its tables, and each member over it. */
export interface JoinWorld {
  readonly modelFile: string;
  readonly from: string;
  /** A measure of the root, included in every query: it makes that cube the root. */
  readonly rootMeasure: string;
  readonly measures: Readonly<Record<string, WorldMeasure>>;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly filters: readonly WorldFilter[];
}

interface WorldMeasure {
  /** Over `key` and `value` of rows that are distinct by dimensions and key. */
  readonly aggregate: string;
  readonly key: string;
  readonly value: string;
}

export interface WorldFilter {
  readonly member: string;
  readonly operator: 'equals' | 'notEquals' | 'contains' | 'notContains' | 'gt' | 'gte' | 'lt' | 'set' | 'notSet';
  readonly values?: readonly (string | null)[];
  readonly sql: string;
}

function count(key: string): WorldMeasure {
  return { aggregate: 'count(key)', key, value: '1' };
}

function over(aggregate: string, key: string, value: string): WorldMeasure {
  return { aggregate, key, value };
}

const fees = '(SELECT sum(fee) FROM parcels AS p WHERE p.depot_id = depots.id)';

export const chain: JoinWorld = {
  modelFile: 'chains/model.yml',
  from: `countries LEFT JOIN depots ON depots.country_id = countries.id LEFT JOIN parcels ON parcels.depot_id = depots.id
    LEFT JOIN scans ON scans.parcel_id = parcels.id`,
  rootMeasure: 'countries.count',
  measures: {
    'countries.count': count('countries.id'),
    'countries.quota': over('sum(value)', 'countries.id', 'quota'),
    'depots.count': count('depots.id'),
    'depots.rent': over('sum(value)', 'depots.id', 'rent'),
    'depots.average_rent': over('avg(value)', 'depots.id', 'rent'),
    'depots.best_fees': over('max(value)', 'depots.id', fees),
    'parcels.count': count('parcels.id'),
    'parcels.fee': over('sum(value)', 'parcels.id', 'fee'),
    'parcels.highest_fee': over('max(value)', 'parcels.id', 'fee'),
    'scans.count': count('scans.id'),
    'scans.seconds': over('sum(value)', 'scans.id', 'seconds'),
  },
  dimensions: {
    'countries.name': 'countries.name',
    'depots.name': 'depots.name',
    'depots.parcel_fees': fees,
    'parcels.kind': 'kind',
    'parcels.depot_id': 'parcels.depot_id',
  },
  filters: [
    { member: 'parcels.kind', operator: 'equals', values: ['box'], sql: "kind = 'box'" },
    { member: 'parcels.kind', operator: 'notEquals', values: ['box'], sql: "kind <> 'box' OR kind IS NULL" },
    { member: 'parcels.depot_id', operator: 'notSet', sql: 'parcels.depot_id IS NULL' },
    { member: 'depots.name', operator: 'contains', values: ['o'], sql: "depots.name ILIKE '%o%'" },
    { member: 'depots.parcel_fees', operator: 'gt', values: ['7.8'], sql: `${fees} > 7.8` },
    { member: 'countries.name', operator: 'notEquals', values: ['Peru'], sql: "countries.name <> 'Peru'" },
  ],
};

const ordersOfCustomer = '(SELECT count(*) FROM orders AS o WHERE o.customer_id = customers.id)';
const quantityOfOrder = '(SELECT sum(qty) FROM items AS i WHERE i.order_id = orders.id)';

export const star: JoinWorld = {
  modelFile: 'model.yml',
  from: `customers LEFT JOIN orders ON orders.customer_id = customers.id LEFT JOIN items ON items.order_id = orders.id
    LEFT JOIN refunds ON refunds.customer_id = customers.id`,
  rootMeasure: 'customers_hub.count',
  measures: {
    'customers_hub.count': count('customers.id'),
    'customers_hub.credit': over('sum(value)', 'customers.id', 'credit'),
    'customers_hub.average_credit': over('avg(value)', 'customers.id', 'credit'),
    'customers_hub.known_cities': over('count(value)', 'customers.id', 'city'),
    'customers_hub.avg_n': over('avg(value)', 'customers.id', ordersOfCustomer),
    'orders.count': count('orders.id'),
    'orders.total': over('sum(value)', 'orders.id', 'orders.amount'),
    'orders.average': over('avg(value)', 'orders.id', 'orders.amount'),
    'orders.buyers': over('count(DISTINCT value)', 'orders.id', 'orders.customer_id'),
    'orders.done_total': over('sum(value)', 'orders.id', "CASE WHEN status = 'done' THEN orders.amount END"),
    'orders.big': over('count(value)', 'orders.id', 'CASE WHEN orders.amount >= 30 THEN 1 END'),
    'orders.net': over('sum(value) - count(key)', 'orders.id', 'orders.amount'),
    'orders.padded': over(
      'sum(value)',
      'orders.id',
      'CASE WHEN orders.id IS NOT NULL THEN coalesce(orders.amount, 1000) END',
    ),
    'orders.median': over('median(value)', 'orders.id', 'orders.amount'),
    'orders.sum_qty': over('sum(value)', 'orders.id', quantityOfOrder),
    'items.count': count('items.id'),
    'items.qty': over('sum(value)', 'items.id', 'qty'),
    'items.worth': over('sum(value)', 'items.id', 'qty * price'),
    'refunds.count': count('refunds.id'),
    'refunds.total': over('sum(value)', 'refunds.id', 'refunds.amount'),
  },
  dimensions: {
    'customers_hub.region': 'region',
    'customers_hub.city': 'city',
    'customers_hub.orders_n': ordersOfCustomer,
    'orders.status': 'status',
    'orders.is_done': "status = 'done'",
    'orders.qty': quantityOfOrder,
    'items.product': 'product',
    'refunds.id': 'refunds.id',
  },
  filters: [
    { member: 'items.product', operator: 'equals', values: ['pen', null], sql: "product = 'pen' OR product IS NULL" },
    {
      member: 'items.product',
      operator: 'notContains',
      values: ['n'],
      sql: "product NOT LIKE '%n%' OR product IS NULL",
    },
    { member: 'orders.status', operator: 'notEquals', values: ['done'], sql: "status <> 'done' OR status IS NULL" },
    { member: 'orders.amount_value', operator: 'gte', values: ['20'], sql: 'orders.amount >= 20' },
    { member: 'customers_hub.city', operator: 'set', sql: 'city IS NOT NULL' },
    { member: 'customers_hub.orders_n', operator: 'gte', values: ['1'], sql: `${ordersOfCustomer} >= 1` },
    { member: 'refunds.id', operator: 'lt', values: ['3'], sql: 'refunds.id < 3' },
  ],
};
