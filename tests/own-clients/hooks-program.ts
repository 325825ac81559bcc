import { createDataClient } from '@orrery/client/data';
import { DataProvider, useData, useDataSubscription, useMeta } from '@orrery/client/react-query';
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

const place = document.createElement('div');
document.body.append(place);
const parts = [Rows, Refused, Cubes, Watched].map((part) => h(part, { key: part.name }));
const provided = h(DataProvider, { client, children: parts });
createRoot(place).render(h(StrictMode, null, h(QueryClientProvider, { client: new QueryClient() }, provided)));
