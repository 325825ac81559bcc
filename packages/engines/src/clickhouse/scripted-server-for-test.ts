import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { listeningPort } from '../network/listening-for-test.ts';

/** A request as the server reads it. */
export interface ReceivedRequest {
  readonly text: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** A server that answers as the test says; it ends with the test. */
export async function scriptedServer(
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
  server: Server = createServer(),
): Promise<{ readonly port: number; readonly asked: readonly ReceivedRequest[] }> {
  const asked: ReceivedRequest[] = [];
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const query = new URL(request.url ?? '', 'http://server').searchParams;
    const sent = { text: await text(request), query, headers: request.headers };
    asked.push(sent);
    answer(response, sent);
  });
  return { port: await listeningPort(server), asked };
}

export function isKill({ text: sent }: ReceivedRequest): boolean {
  return sent.startsWith('KILL QUERY');
}

/** The head of an answer with one column, and its rows. @param bytes of each row */
export function rowBytes(type: string, rows: readonly (readonly number[])[]): Buffer {
  return Buffer.concat([headBytes([['n', type]]), ...rows.map((row) => Buffer.from(row))]);
}

export function headBytes(columns: readonly (readonly [name: string, type: string])[]): Buffer {
  const named = [...columns.map(([name]) => name), ...columns.map(([, type]) => type)];
  const texts = named.map((each) => Buffer.concat([lengthBytes(Buffer.byteLength(each)), Buffer.from(each)]));
  return Buffer.concat([lengthBytes(columns.length), ...texts]);
}

/** Seven bits in each byte. */
export function lengthBytes(length: number): Buffer {
  const bytes: number[] = [];
  for (let left = length; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left % 128) + 128);
  }
}
