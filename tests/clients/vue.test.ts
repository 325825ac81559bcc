import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CubeApi, Filter, Query, ResultSet } from '@cubejs-client/core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { installClients } from '../../scripts/install-clients.ts';
import { eventually } from '../eventually.ts';
import { type ServedProject, serveProject } from '../serve-project.ts';

const packages = { vue2: join(import.meta.dirname, 'vue2'), vue3: join(import.meta.dirname, 'vue3') };
await installClients();
await installClients(packages.vue2);
await installClients(packages.vue3);
const { JSDOM } = await import('jsdom');
const { window } = new JSDOM('<!doctype html><body></body>');
Object.assign(globalThis, { window, document: window.document });
Object.assign(globalThis, { Element: window.Element, SVGElement: window.SVGElement });

/** The public components for Vue 2 and Vue 3, unmodified, each with the client that it brings, against a served project. */
let served: ServedProject;
beforeAll(async () => {
  served = await serveProject(join(import.meta.dirname, '../client-project'));
});
afterAll(async () => {
  await served?.close();
  window.close();
});

interface Member {
  readonly name: string;
}

/** What the components hand to the page around them; the packages bring no types. */
interface Shown {
  readonly resultSet?: ResultSet | null;
  readonly sqlQuery?: { sql(): string };
  readonly error?: Error | null;
  readonly availableMeasures: readonly Member[];
  readonly availableDimensions: readonly Member[];
  readonly availableTimeDimensions: readonly Member[];
  readonly availableSegments: readonly Member[];
  readonly validatedQuery: Query;
  addMeasures(name: string): void;
  addDimensions(name: string): void;
  addSegments(name: string): void;
  addFilters(filter: Filter): void;
  setTimeDimensions(times: readonly object[]): void;
  setOrder(order: object): void;
}

type Component = 'QueryBuilder' | 'QueryRenderer';

interface Mounted {
  /** What the page was handed last. */
  shown(): Shown;
  text(): string;
}

interface Vue {
  readonly client: CubeApi;
  mount(component: Component, properties: object): Mounted;
}

/** Notes what a component hands to the page, and shows its rows. */
function page() {
  const seen = { shown: {} as Shown };
  return {
    seen,
    text: (given: Shown) => {
      seen.shown = given;
      return given.error ? given.error.toString() : JSON.stringify(given.resultSet?.rawData() ?? null);
    },
  };
}

function container() {
  const outer = window.document.body.appendChild(window.document.createElement('div'));
  onTestFinished(() => outer.remove());
  return { outer, inner: outer.appendChild(window.document.createElement('div')) };
}

function clientOf(load: NodeJS.Require): CubeApi {
  const { default: cube } = load('@cubejs-client/core') as typeof import('@cubejs-client/core');
  return cube(served.token, { apiUrl: `${served.origin}/cubejs-api/v1` });
}

/** The parts of both libraries that a page is mounted by. */
interface Vue2 {
  new (options: object): { $mount(element: Element): void; $destroy(): void };
  readonly config: { productionTip: boolean; devtools: boolean };
}
type Vue2CreateElement = (element: object | string, data: object, children?: string) => object;
interface Vue3 {
  createApp(root: object): { mount(element: Element): void; unmount(): void };
  h(element: object | string, properties: object, children: unknown): object;
}

function vue2(): Vue {
  const load = createRequire(join(packages.vue2, 'package.json'));
  const Vue = load('vue') as Vue2;
  Object.assign(Vue.config, { productionTip: false, devtools: false });
  const components = load('@cubejs-client/vue') as Record<Component, object>;
  const client = clientOf(load);
  const mount: Vue['mount'] = (component, properties) => {
    const { seen, text } = page();
    const { outer, inner } = container();
    const mounted = new Vue({
      render: (h: Vue2CreateElement) =>
        h(components[component], {
          props: { cubeApi: client, ...properties },
          scopedSlots: { default: (given: Shown) => h('p', {}, text(given)) },
        }),
    });
    mounted.$mount(inner);
    onTestFinished(() => mounted.$destroy());
    return { shown: () => seen.shown, text: () => outer.textContent ?? '' };
  };
  return { client, mount };
}

function vue3(): Vue {
  const load = createRequire(join(packages.vue3, 'package.json'));
  const { createApp, h } = load('vue') as Vue3;
  const components = load('@cubejs-client/vue3') as Record<Component, object>;
  const client = clientOf(load);
  const mount: Vue['mount'] = (component, properties) => {
    const { seen, text } = page();
    const { outer, inner } = container();
    const app = createApp({
      render: () =>
        h(
          components[component],
          { cubejsApi: client, ...properties },
          { default: (given: Shown) => h('p', {}, text(given)) },
        ),
    });
    app.mount(inner);
    onTestFinished(() => app.unmount());
    return { shown: () => seen.shown, text: () => outer.textContent ?? '' };
  };
  return { client, mount };
}

const count: Query = { measures: ['orders.count'] };
const names = (members: readonly Member[] | undefined) => members?.map(({ name }) => name);

describe.each([
  { client: '@cubejs-client/vue3 with core 0.32.30', open: vue3 },
  { client: '@cubejs-client/vue with core 1.3.54', open: vue2 },
])('$client', ({ open }) => {
  it('QueryRenderer shows rows, their SQL, and what is wrong', async () => {
    const { mount } = open();
    const rows = mount('QueryRenderer', { query: count, loadSql: true });
    await eventually(() => expect(rows.text()).toBe('[{"orders.count":"5"}]'));
    expect(rows.shown().sqlQuery?.sql()).toMatch(/^SELECT/);
    const wrong = mount('QueryRenderer', { query: { measures: ['orders.nothing'] } });
    await eventually(() => expect(wrong.text()).toContain("'nothing' not found"));
  });

  it('QueryBuilder offers the members of the model, and loads what is chosen', async () => {
    const { mount } = open();
    const built = mount('QueryBuilder', { query: count, disableHeuristics: true });
    await eventually(() => expect(built.text()).toBe('[{"orders.count":"5"}]'));
    const shown = built.shown();
    expect(names(shown.availableMeasures)).toContain('orders.total_amount');
    expect(names(shown.availableDimensions)).toContain('users.city');
    expect(names(shown.availableTimeDimensions)).toContain('orders.created_at');
    expect(names(shown.availableSegments)).toEqual(['orders.completed']);
    shown.addDimensions('orders.status');
    await eventually(() => expect(built.text()).toContain('{"orders.status":"completed","orders.count":"2"}'));
    built.shown().addSegments('orders.completed');
    await eventually(() => expect(built.text()).toBe('[{"orders.status":"completed","orders.count":"2"}]'));
    built
      .shown()
      .setTimeDimensions([
        { dimension: 'orders.created_at', granularity: 'month', dateRange: ['2024-01-01', '2024-02-29'] },
      ]);
    await eventually(() =>
      expect(built.shown().resultSet?.chartPivot()).toMatchObject([
        { x: '2024-01-01T00:00:00.000', 'completed,orders.count': 1 },
        { x: '2024-02-01T00:00:00.000', 'completed,orders.count': 1 },
      ]),
    );
  });

  it('QueryBuilder sends filters in trees, orders and its limit as the server reads them', async () => {
    const { mount } = open();
    const query: Query = {
      ...count,
      dimensions: ['orders.status'],
      filters: [
        {
          or: [
            { member: 'orders.status', operator: 'equals', values: ['new'] },
            { member: 'orders.status', operator: 'notSet' },
          ],
        },
      ],
      order: [['orders.count', 'asc']],
    };
    const built = mount('QueryBuilder', { query });
    await eventually(() =>
      expect(built.text()).toBe(
        '[{"orders.status":null,"orders.count":"1"},{"orders.status":"new","orders.count":"2"}]',
      ),
    );
    expect(built.shown().validatedQuery.limit).toBe(10_000);
    built.shown().setOrder([['orders.count', 'desc']]);
    await eventually(() => expect(built.shown().resultSet?.rawData()[0]).toMatchObject({ 'orders.status': 'new' }));
  });

  it('QueryBuilder chooses a time and an order by its heuristics', async () => {
    const { mount } = open();
    const built = mount('QueryBuilder', { query: {} });
    await eventually(() => expect(names(built.shown().availableMeasures)).toContain('orders.count'));
    built.shown().addMeasures('orders.count');
    await eventually(() => expect(built.shown().resultSet?.rawData().length).toBeGreaterThan(0));
    const time = { dimension: 'orders.created_at', granularity: 'day' };
    expect(built.shown().validatedQuery).toMatchObject({
      timeDimensions: [time],
      order: { 'orders.created_at': 'asc' },
    });
  });

  it('its client compares date ranges and drills down', async () => {
    const { client } = open();
    const dimension = 'orders.created_at';
    const compareDateRange: [string, string][] = [
      ['2024-01-01', '2024-01-31'],
      ['2024-02-01', '2024-02-29'],
    ];
    const compared = await client.load({ ...count, timeDimensions: [{ dimension, compareDateRange }] });
    expect(compared.decompose().map((result) => result.rawData()[0]?.['orders.count'])).toEqual(['3', '2']);
    const result = await client.load({ ...count, dimensions: ['orders.status'] });
    const drilled = result.drillDown({ xValues: ['new'], yValues: ['orders.count'] });
    expect((await client.load(drilled as Query)).rawData()).toHaveLength(2);
  });
});
