import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { listeningPort } from '../network/listening-for-test.ts';

export interface ScriptedServer {
  readonly port: number;
  /** `METHOD path` of each request so far. */
  readonly asked: readonly string[];
}

/** A server that answers as the test says; it ends with the test. */
export async function scriptedServer(
  answer: RequestListener,
  server: Server = createServer(),
): Promise<ScriptedServer> {
  const asked: string[] = [];
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  return { port: await listeningPort(server), asked };
}

/** The address of page `number` of the only statement. */
export function pageUri(request: IncomingMessage, number: number): string {
  return `http://${request.headers.host}${pagePath(number)}`;
}

export function pagePath(number: number): string {
  return `/v1/statement/executing/one/${number}`;
}

/** The number of the page that a request asks for; 0 hands in the statement. */
export function pageOf({ url = '' }: IncomingMessage): number {
  return Number(/\/(\d+)$/.exec(url)?.[1] ?? 0);
}

/** A page with numbers in its only column. */
export function pageText(values: readonly unknown[], nextUri?: string): string {
  const columns = [{ name: 'n', type: 'bigint', typeSignature: { rawType: 'bigint', arguments: [] } }];
  return JSON.stringify({ id: 'one', columns, data: values.map((value) => [value]), nextUri, stats: {} });
}
