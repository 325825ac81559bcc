import {
  type Cube,
  type Dimension,
  type Fragment,
  indexModel,
  type Measure,
  type MemberId,
  type ModelIndex,
  type Segment,
  type ValueType,
  type View,
} from '@orrery/semantic';

/** The resolved sample model of the contract, for tests. */
export function sampleModel(): ModelIndex {
  return indexModel([orders, users, ordersView, secret]);
}

function id(name: string): MemberId {
  return name as MemberId;
}

function sql(text: string): Fragment {
  return {
    parts: [
      { kind: 'cube', cube: 'orders' },
      { kind: 'text', text: `.${text}` },
    ],
  };
}

function dimension(cube: string, name: string, type: ValueType, more: Partial<Dimension> = {}): Dimension {
  return {
    kind: 'dimension',
    id: id(`${cube}.${name}`),
    name,
    title: `${cube} ${name}`,
    shortTitle: name,
    isPublic: true,
    type,
    isPrimaryKey: false,
    suggestsFilterValues: true,
    expression: { kind: 'sql', sql: sql(name) },
    ...more,
  };
}

function measure(cube: string, name: string, more: Partial<Measure> = {}): Measure {
  return {
    kind: 'measure',
    id: id(`${cube}.${name}`),
    name,
    title: `${cube} ${name}`,
    shortTitle: name,
    isPublic: true,
    type: 'number',
    aggregateType: name,
    measureClass: 'distributive',
    drillMembers: [],
    expression: { kind: 'aggregate', function: 'count', filters: [] },
    ...more,
  };
}

const completed: Segment = {
  kind: 'segment',
  id: id('orders.completed'),
  name: 'completed',
  title: 'orders completed',
  shortTitle: 'completed',
  isPublic: true,
  expression: { kind: 'sql', sql: sql("status = 'completed'") },
};

const piece = { title: 'Orders', isPublic: true, file: 'orders.yml', hash: 'h', segments: [], hierarchies: [] };

const orders: Cube = {
  ...piece,
  kind: 'cube',
  name: 'orders',
  source: { kind: 'table', table: { parts: [{ kind: 'text', text: 'public.orders' }] } },
  alias: 'orders',
  dataSource: 'default',
  joins: [{ from: 'orders', to: 'users', relationship: 'many-to-one', sql: sql('user_id = users.id') }],
  primaryKey: [id('orders.id')],
  preAggregations: [{ name: 'by_day', type: 'rollup', measures: [], dimensions: [], segments: [], timeDimensions: [] }],
  component: 1,
  dimensions: [
    dimension('orders', 'id', 'number', { isPrimaryKey: true, isPublic: false }),
    dimension('orders', 'status', 'string', { description: 'Where it stands', meta: { a: 1 } }),
    dimension('orders', 'created_at', 'time'),
    dimension('orders', 'is_paid', 'boolean'),
  ],
  measures: [
    measure('orders', 'count', { drillMembers: [id('orders.id'), id('orders.status'), id('orders.total_amount')] }),
    measure('orders', 'total_amount', {
      aggregateType: 'sum',
      format: 'currency',
      currency: 'EUR',
      expression: { kind: 'aggregate', function: 'sum', sql: sql('amount'), filters: [sql('is_paid')] },
    }),
  ],
  segments: [completed],
};

const users: Cube = {
  ...orders,
  name: 'users',
  title: 'Users',
  alias: 'users',
  joins: [],
  primaryKey: [],
  preAggregations: [],
  dimensions: [dimension('users', 'city', 'string')],
  measures: [measure('users', 'count')],
  segments: [],
};

const ordersView: View = {
  ...piece,
  kind: 'view',
  joinPaths: [],
  name: 'orders_view',
  title: 'Orders View',
  folders: [],
  defaultFilters: [],
  groups: [],
  dimensions: [
    dimension('orders_view', 'status', 'string', {
      expression: { kind: 'alias', member: id('orders.status'), path: ['orders'] },
    }),
  ],
  measures: [],
};

const secret: Cube = {
  ...users,
  name: 'secret',
  isPublic: false,
  dimensions: [dimension('secret', 'code', 'string', { isPublic: false })],
  measures: [],
};
