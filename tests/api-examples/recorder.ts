import type { Operation } from '@orrery/contract';
import type { OperationExample } from '../../packages/server/src/openapi/examples/operation-example.ts';
import { settle, shownOf } from './settle.ts';

type Parameters = Readonly<Record<string, string | number>>;

interface Asking {
  /** Of the path and of the query. */
  readonly parameters?: Parameters;
  readonly body?: unknown;
  /** Body of an operation that takes a file. */
  readonly file?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Leaves out the credential of the story. */
  readonly isStranger?: boolean;
  /** Whether the first such exchange becomes the example; `false` where a story waits for something. */
  readonly isKept?: boolean;
}

// Stories read the answers freely; each is compared with the schema of its operation.
// oxlint-disable-next-line typescript/no-explicit-any
type Free = any;

interface Asked {
  readonly body: Free;
  readonly headers: Headers;
}

/** A kept exchange. */
export interface Exchange extends OperationExample {
  readonly operation: Operation;
  /** The answer as it came. */
  readonly text: string;
  readonly type: string;
}

/** Sends requests to the operations of a face, and keeps the first exchange with each. */
export class Recorder {
  readonly exchanges = new Map<string, Exchange>();
  readonly #base: string;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(base: string, operations: readonly Operation[], headers: Readonly<Record<string, string>>) {
    this.#base = base;
    this.#operations = new Map(operations.map((operation) => [operation.id, operation]));
    this.#headers = headers;
  }

  /** Asks an operation with its own example of a body unless another is given. */
  async ask(
    id: string,
    { parameters = {}, headers = {}, isStranger = false, isKept = true, file, ...given }: Asking = {},
  ): Promise<Asked> {
    const operation = this.#operations.get(id);
    if (!operation) throw new Error(`there is no operation ${id}`);
    const body = given.body ?? operation.example;
    const response = await fetch(`${this.#base}${addressOf(operation, parameters)}`, {
      method: operation.method,
      headers: {
        ...(isStranger ? {} : this.#headers),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(file ? { 'content-type': 'application/zip' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file ? { body: new Uint8Array(file) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${id} is refused: ${response.status} ${text}`);
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    const isJson = text !== '' && typeof operation.answer !== 'string';
    const exchange = {
      ...(Object.keys(parameters).length === 0 ? {} : { parameters: settledParameters(parameters) }),
      ...(body === undefined ? {} : { body: shownOf(body) }),
      status: response.status,
      ...(text === '' ? {} : { answer: isJson ? shownOf(JSON.parse(text)) : settle(text) }),
    };
    if (isKept && !this.exchanges.has(id)) this.exchanges.set(id, { ...exchange, operation, text, type });
    return { body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }
}

function settledParameters(parameters: Parameters): Parameters {
  return JSON.parse(settle(JSON.stringify(parameters)));
}

function addressOf({ path }: Operation, parameters: Parameters): string {
  const left = new Map(Object.entries(parameters));
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = left.get(name);
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    left.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(Object.fromEntries([...left].map(([name, value]) => [name, String(value)])));
  return `${filled}${query.size === 0 ? '' : `?${query}`}`;
}
