import { join } from 'node:path';
import { vi } from 'vitest';
import { type ServedProject, type ServeOptions, serveProject } from '../serve-project.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The parsed text; `undefined` when it is not JSON. */
  readonly body: AnswerBody | undefined;
}

interface AnswerBody {
  readonly error?: string;
  readonly problems?: readonly { readonly code: string; readonly message: string; readonly hint?: string }[];
  readonly data?: readonly Readonly<Record<string, unknown>>[];
  readonly sql?: { readonly sql: readonly [string, readonly unknown[]] };
}

type Headers = Readonly<Record<string, string>>;

/** The project of the attacks, served in production mode to clients that come through a trusted proxy. */
export class AttackedService implements AsyncDisposable {
  readonly served: ServedProject;
  readonly #statements: () => number;

  private constructor(served: ServedProject, statements: () => number) {
    this.served = served;
    this.#statements = statements;
  }

  static async open(options: ServeOptions & { readonly directory?: string } = {}): Promise<AttackedService> {
    const directory = options.directory ?? join(import.meta.dirname, 'project');
    const served = await serveProject(directory, { isProduction: true, ...options });
    const slots = vi.spyOn(served.composition.runtime, 'queueOf');
    return new AttackedService(served, () => slots.mock.calls.length);
  }

  /** Statements sent to the data source so far. */
  get statements(): number {
    return this.#statements();
  }

  /** Sends a query by GET, or by POST when it is too long for a URL. */
  ask(query: unknown, route = 'load'): Promise<Answer> {
    const text = JSON.stringify(query);
    return text.length < 4000
      ? this.get(`/cubejs-api/v1/${route}?query=${encodeURIComponent(text)}`)
      : this.post(`{"query":${text}}`, route);
  }

  post(body: string | Uint8Array<ArrayBuffer>, route = 'load', headers: Headers = {}): Promise<Answer> {
    return this.get(`/cubejs-api/v1/${route}`, { 'content-type': 'application/json', ...headers }, body);
  }

  async get(path: string, headers: Headers = {}, body?: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
    const response = await fetch(`${this.served.origin}${path}`, {
      headers: { authorization: this.served.token, 'x-forwarded-proto': 'https', ...headers },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    const text = await response.text();
    return { status: response.status, text, body: parsed(text) };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.served.close();
  }
}

function parsed(text: string): AnswerBody | undefined {
  try {
    return JSON.parse(text) as AnswerBody; // an answer of the service under test; the tests assert the relevant fields
  } catch {
    return undefined;
  }
}
