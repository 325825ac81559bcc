import createClient, { type Client } from 'openapi-fetch';
import { OrreryError } from '../http/index.ts';
import { callOperation, type Input, rows } from './call-operation.ts';
import { fillPath } from './platform-address.ts';
import { platformSender, type SenderOptions } from './platform-sender.ts';
import type {
  CallOptions,
  PagedId,
  PagesArguments,
  PlatformAnswer,
  PlatformOperations,
  PlatformPaths,
} from './platform-types.ts';

export interface PlatformClientOptions extends SenderOptions {
  /** Address of the server, without `/api`; empty for the origin of the page. */
  readonly baseUrl: string;
}

export interface PlatformClient extends PlatformOperations {
  /** Calls by path: `GET('/api/v1/users', { params: { query } })`. An answer without success is `error`, not thrown. */
  readonly fetchClient: Client<PlatformPaths>;
  /**
   * The pages of a list, one after the other, from `after` on.
   *
   * @throws OrreryError also when the server names the same cursor twice
   */
  pages<Id extends PagedId>(id: Id, ...input: PagesArguments<Id>): AsyncGenerator<PlatformAnswer<Id>, void>;
}

/** A client of the Platform API: a function for each operation, calls by path, and lists page by page. */
export function createPlatformClient({ baseUrl, ...options }: PlatformClientOptions): PlatformClient {
  const send = platformSender(options);
  const to = { baseUrl: baseUrl.replace(/\/+$/, ''), send };
  const streams = new WeakSet<Request>();
  const fetchClient = createClient<PlatformPaths>({
    baseUrl: to.baseUrl,
    pathSerializer: fillPath,
    fetch: async (request) => send({ ...(await partsOf(request)), isStream: streams.has(request) }),
  });
  fetchClient.use({
    onRequest: ({ request, options: { parseAs } }) => {
      if (parseAs === 'stream') streams.add(request);
    },
  });
  const functions = Object.fromEntries(
    rows.map((row) => [
      row.id,
      (input: Input = {}, callOptions: CallOptions = {}) => callOperation(row, to, input, callOptions),
    ]),
  );
  return { ...functions, fetchClient, pages: (id, ...input) => pagesOf(functions[id], id, input) } as PlatformClient; // rows and types are generated from one description
}

/** A request in parts, so that it can be sent again. */
async function partsOf(request: Request) {
  const { url, method, headers, signal, credentials, cache, mode, keepalive } = request;
  const bytes = await request.arrayBuffer();
  const body = bytes.byteLength === 0 ? undefined : bytes;
  return { url, method, headers: Object.fromEntries(headers), body, signal, credentials, cache, mode, keepalive };
}

type OperationCall = (input: Input, options?: CallOptions) => Promise<unknown>;

/** Fields of an answer that is one page of a list. */
interface PageFields {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

async function* pagesOf(
  call: OperationCall | undefined,
  id: string,
  [input = {}, options]: readonly [input?: Input, options?: CallOptions],
): AsyncGenerator<never, void> {
  if (call === undefined) throw new OrreryError(`There is no operation ${id}`, { code: 'client.unknown-operation' });
  for (let after = input.query?.['after']; ; ) {
    const query = after === undefined ? input.query : { ...input.query, after };
    const page = (await call({ ...input, ...(query ? { query } : {}) }, options)) as PageFields; // of a list, as the type of the function demands
    yield page as never;
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage || endCursor === null) return;
    if (endCursor === after) {
      throw new OrreryError(`${id} names the same cursor twice`, { code: 'client.cursor-repeats' });
    }
    after = endCursor;
  }
}
