import { hammer } from '../hammer.ts';
import { type Figure, median, ms, timeInTurns } from '../measure.ts';
import type { BenchServer } from '../server-process.ts';

const query = {
  measures: ['orders.count', 'orders.total'],
  dimensions: ['orders.status'],
  timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month', dateRange: ['2024-01-01', '2024-06-30'] }],
};

const mostExtraMs = 5;
const leastPerSecond = 200;

/** Compares cached `runQuery` with `/v1/load`, and counts calls of several assistants at once. */
export async function mcp(server: BenchServer): Promise<readonly Figure[]> {
  const token = await server.tokenFor({});
  const request = callOf('runQuery', { query }, server, token);
  await hammer({ port: server.port, head: request }, { connections: 16, forMs: 2_000 }); // loads what is loaded on first use
  const call = () => hammer({ port: server.port, head: request }, { connections: 1, forMs: 1 });
  const samples = await timeInTurns({ load: () => server.load(query), call }, 100);
  const [load, called] = [median(samples.load), median(samples.call)];
  const rate = await hammer({ port: server.port, head: request }, { connections: 16, forMs: 4_000 });
  return [
    {
      name: 'runQuery of the MCP server, cached',
      measured: `${ms(called)} (+${(called - load).toFixed(2)} ms)`,
      baseline: `${ms(load)} by /v1/load`,
      bound: `+${mostExtraMs} ms`,
      isWithin: called <= load + mostExtraMs,
    },
    {
      name: 'calls of runQuery, 16 connections',
      measured: `${Math.round(rate.perSecond)} per second`,
      baseline: '',
      bound: `${leastPerSecond} per second`,
      isWithin: rate.perSecond >= leastPerSecond,
    },
  ];
}

const revision = '2026-07-28';

/** A call as the newest clients send it, as bytes on the wire. */
function callOf(name: string, args: object, { port }: BenchServer, token: string): string {
  const about = 'io.modelcontextprotocol';
  const _meta = {
    [`${about}/protocolVersion`]: revision,
    [`${about}/clientInfo`]: { name: 'bench', version: '1' },
    [`${about}/clientCapabilities`]: {},
  };
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args, _meta },
  });
  const headers = [
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${token}`,
    'x-forwarded-proto: https',
    'accept: application/json, text/event-stream',
    'content-type: application/json',
    `mcp-protocol-version: ${revision}`,
    'mcp-method: tools/call',
    `mcp-name: ${name}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `POST /api/mcp HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}
