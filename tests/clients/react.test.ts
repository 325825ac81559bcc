import type { CubeApi, Query, SqlQuery } from '@cubejs-client/core';
import type {
  CubeProviderProps,
  QueryBuilderProps,
  QueryBuilderRenderProps,
  QueryRendererProps,
} from '@cubejs-client/react';
import type { ComponentType, ReactElement } from 'react';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { installClients } from '../../scripts/install-clients.ts';
import { eventually } from '../eventually.ts';
import { SocketService } from '../sockets/socket-service.ts';

await installClients();
const { JSDOM } = await import('jsdom');
const { window } = new JSDOM('<!doctype html><body></body>');
Object.assign(globalThis, { window, document: window.document });
const { createElement } = await import('react');
const { createRoot } = await import('react-dom/client');
const { default: cube } = await import('@cubejs-client/core');
const { default: loaded } = await import('@cubejs-client/ws-transport');
const { CubeProvider, QueryBuilder, QueryRenderer, useCubeMeta, useCubeQuery, useCubeSql, useDryRun } = await import(
  '@cubejs-client/react'
);
// Its types describe another form of module than the one that it is.
const WebSocketTransport = loaded as unknown as typeof loaded.default;

/** The public hooks and components for React, unmodified, rendered by React 19 against a served project. */
let service: SocketService;
beforeAll(async () => {
  service = await SocketService.open({ isProduction: false });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  window.close();
});

const count: Query = { measures: ['orders.count'] };
const byStatus: Query = { ...count, dimensions: ['orders.status'] };
/** Longer than an answer is good for when nothing says that its data has changed. */
const readAgainMs = 130_000;

/** The hooks bring a client of their own, whose type is another one with the same members. */
type Client = CubeProviderProps['cubeApi'] & CubeApi;

async function clientOver(way: string): Promise<Client> {
  const token = await service.token({}, 3_000);
  const apiUrl = `${service.served.origin}/cubejs-api/v1`;
  if (way === 'HTTP') return cube(token, { apiUrl }) as Client;
  const transport = new WebSocketTransport({ authorization: token, apiUrl: `${service.address}/cubejs-api/v1/ws` });
  onTestFinished(() => transport.close());
  return cube(token, { apiUrl, transport }) as Client;
}

/** @returns what is shown */
function render(cubeApi: Client, element: ReactElement): () => string {
  const container = window.document.body.appendChild(window.document.createElement('div'));
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  root.render(createElement(CubeProvider, { cubeApi, children: element }));
  return () => container.textContent ?? '';
}

const said = (value: unknown) => JSON.stringify(value);

describe.each(['HTTP', 'sockets'])('@cubejs-client/react over %s', (way) => {
  it('useCubeQuery shows rows, and what is wrong', async () => {
    const Rows = ({ query }: { readonly query: Query }) => {
      const { resultSet, error } = useCubeQuery(query);
      return error
        ? error.toString()
        : (resultSet
            ?.rawData()
            .map((row) => said(row))
            .join(' ') ?? 'loading');
    };
    const client = await clientOver(way);
    const shown = render(client, createElement(Rows, { query: byStatus }));
    await eventually(() => expect(shown()).toContain('"orders.status":"completed","orders.count":"1"'));
    const wrong = render(client, createElement(Rows, { query: { measures: ['orders.nothing'] } }));
    await eventually(() => expect(wrong()).toContain("'nothing' not found"));
  });

  it('useCubeMeta, useDryRun and useCubeSql describe', async () => {
    const Described = () => {
      const meta = useCubeMeta();
      const dryRun = useDryRun(byStatus);
      const sql = useCubeSql(byStatus);
      return said([
        meta.response?.cubes.map(({ name }) => name),
        dryRun.response?.queryType,
        (sql.response as unknown as SqlQuery | null)?.sql(),
      ]);
    };
    const shown = render(await clientOver(way), createElement(Described));
    await eventually(() => expect(shown()).toMatch(/^\[\["orders"\],"regularQuery","SELECT/));
  });

  it('QueryRenderer and QueryBuilder load what is chosen', async () => {
    const client = await clientOver(way);
    const rendered = render(
      client,
      createElement(QueryRenderer as unknown as ComponentType<QueryRendererProps>, {
        cubeApi: client,
        query: count,
        render: ({ resultSet }) => createElement('p', {}, said(resultSet?.rawData())),
      }),
    );
    await eventually(() => expect(rendered()).toBe('[{"orders.count":"3"}]'));
    let builder: QueryBuilderRenderProps | undefined;
    const built = render(
      client,
      createElement(QueryBuilder as unknown as ComponentType<QueryBuilderProps>, {
        cubeApi: client,
        defaultQuery: count,
        disableHeuristics: true,
        render: (props) => {
          builder = props;
          return createElement('p', {}, said(props.resultSet?.rawData()));
        },
      }),
    );
    await eventually(() => expect(built()).toBe('[{"orders.count":"3"}]'));
    const status = await eventually(() => {
      const found = builder?.availableDimensions.find(({ name }) => name === 'orders.status');
      expect(found).toBeDefined();
      return found;
    });
    expect(builder?.availableDimensions.map(({ name }) => name)).not.toContain('orders.note');
    if (status) builder?.updateDimensions.add(status);
    await eventually(() => expect(built()).toContain('"orders.status":"new"'));
  });
});

describe('@cubejs-client/react over sockets', () => {
  it('useCubeQuery with subscribe shows each change', async () => {
    const Count = () => {
      const { resultSet } = useCubeQuery({ ...count, limit: 9 }, { subscribe: true });
      return said(resultSet?.rawData());
    };
    const shown = render(await clientOver('sockets'), createElement(Count));
    await eventually(() => expect(shown()).toBe('[{"orders.count":"3"}]'));
    service.writeOrders('1,new,1.00');
    service.advance(readAgainMs);
    await eventually(() => expect(shown()).toBe('[{"orders.count":"1"}]'));
  });
});
