import { createPlatformClient } from '@orrery/client';
import { createDataClient, type DataClient } from '@orrery/client/data';
import {
  DataProvider,
  PlatformProvider,
  useData,
  useDataSubscription,
  useMeta,
  usePlatformLazyQuery,
} from '@orrery/client/react-query';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement as h, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** What the test gives to the page. */
interface Given {
  readonly apiUrl: string;
  readonly token: string;
}

const { apiUrl, token } = globalThis as unknown as Given; // the test has put it there
const client = createDataClient({ apiUrl, token });
const shown = (id: string, text: string | undefined) => h('p', { id }, text);

function Rows() {
  const { data, error, isLoading, progress } = useData({
    measures: ['orders.count'],
    dimensions: ['orders.status'],
    order: { 'orders.status': 'asc' },
  });
  const text = data?.data.map((row) => `${row['orders.status']}=${row['orders.count']}`).join();
  return shown('rows', isLoading ? (progress?.stage ?? 'loading') : (error?.message ?? text));
}

function Refused() {
  const { error } = useData({ measures: ['orders.nothing'] });
  return shown('refused', error?.code);
}

function Cubes() {
  const { data } = useMeta({ onlyViews: true });
  return shown('cubes', data?.cubes.map(({ name }) => name).join());
}

function Watched() {
  const [measure, setMeasure] = useState('orders.count');
  const { data, error, isLoading } = useDataSubscription({ measures: [measure] }, { everyMs: 50 });
  const value = data?.data[0]?.[measure];
  return h(
    'div',
    null,
    h('button', { id: 'change', onClick: () => setMeasure('orders.total_amount') }),
    shown('watched', isLoading ? 'loading' : error === undefined ? String(value) : String(error)),
  );
}

/** A client whose queries never end, and of which the first one alone tells how it goes on. */
const slow = {
  load: (
    query: { readonly measures: readonly string[] },
    { onProgress }: Parameters<DataClient['load']>[1] & object,
  ) => {
    if (query.measures[0] === 'orders.count') onProgress?.({ stage: 'first', elapsedMs: 1 });
    return new Promise(() => {});
  },
} as unknown as DataClient;

function Progressed() {
  const [measure, setMeasure] = useState('orders.count');
  const { progress } = useData({ measures: [measure] });
  return h(
    'div',
    null,
    h('button', { id: 'second', onClick: () => setMeasure('orders.total_amount') }),
    shown('progressed', `${measure} ${progress?.stage ?? 'nothing'}`),
  );
}

const asked: string[] = [];
const platformOf = (name: string) =>
  createPlatformClient({
    baseUrl: '',
    fetch: async () => {
      asked.push(name);
      return Response.json({ items: [{ name }] });
    },
  });
const platforms = [platformOf('ann'), platformOf('ben')];

function Lazy() {
  const options = { select: ({ items }: { readonly items: readonly { readonly name: string }[] }) => items.length };
  const staying = { ...options, staleTime: Number.POSITIVE_INFINITY };
  const [load, { data }] = usePlatformLazyQuery('get', '/api/v1/deployments', staying);
  return h(
    'div',
    null,
    h('button', { id: 'load', onClick: () => void load() }),
    shown('lazy', `${JSON.stringify(data)} ${asked.join()}`),
  );
}

function Platforms() {
  const [index, setIndex] = useState(0);
  const client = platforms[index] ?? platformOf('nobody');
  return h(
    'div',
    null,
    h('button', { id: 'next', onClick: () => setIndex(1) }),
    h(PlatformProvider, { client, children: h(Lazy) }),
  );
}

const place = document.createElement('div');
document.body.append(place);
const parts = [Rows, Refused, Cubes, Watched].map((part) => h(part, { key: part.name }));
const provided = [
  h(DataProvider, { key: 'data', client, children: parts }),
  h(DataProvider, { key: 'slow', client: slow, children: h(Progressed) }),
  h(Platforms, { key: 'platforms' }),
];
createRoot(place).render(h(StrictMode, null, h(QueryClientProvider, { client: new QueryClient() }, provided)));
