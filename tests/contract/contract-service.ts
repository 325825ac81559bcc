import { join } from 'node:path';
import {
  type DataError,
  dataErrorSchema,
  dryRunAnswerSchema,
  loadResultSchema,
  metaAnswerSchema,
  multiLoadResultSchema,
  sqlAnswerSchema,
} from '@orrery/contract';
import { type ServedProject, type ServeOptions, serveProject } from '../serve-project.ts';

/** Time at which the examples of the contract run: a Wednesday. */
const now = Date.parse('2024-05-15T10:20:30Z');

interface Question {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  readonly parameters?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Row = Readonly<Record<string, string | boolean | null>>;

/** The sample model of the contract, served in production mode to clients that come through a trusted proxy. */
export class ContractService implements AsyncDisposable {
  readonly served: ServedProject;

  private constructor(served: ServedProject) {
    this.served = served;
  }

  static async open(options: ServeOptions = {}): Promise<ContractService> {
    const directory = join(import.meta.dirname, 'project');
    return new ContractService(await serveProject(directory, { isProduction: true, now, ...options }));
  }

  /** @param path below the origin */
  async ask(path: string, { method = 'GET', parameters = {}, headers = {}, body }: Question = {}): Promise<Answer> {
    const search = new URLSearchParams(parameters).toString();
    const response = await fetch(`${this.served.origin}${path}${search === '' ? '' : `?${search}`}`, {
      method,
      headers: { authorization: this.served.token, 'x-forwarded-proto': 'https', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Sends a query by GET, as a client does when it fits into a URL. */
  askQuery(query: unknown, route = 'load', parameters: Question['parameters'] = {}): Promise<Answer> {
    return this.ask(`/cubejs-api/v1/${route}`, { parameters: { query: JSON.stringify(query), ...parameters } });
  }

  post(body: string, route = 'load', type = 'application/json'): Promise<Answer> {
    return this.ask(`/cubejs-api/v1/${route}`, { method: 'POST', body, headers: { 'content-type': type } });
  }

  async load(query: unknown) {
    return loadResultSchema.parse(accepted(await this.askQuery(query)));
  }

  async loadMulti(query: unknown) {
    return multiLoadResultSchema.parse(accepted(await this.askQuery(query, 'load', { queryType: 'multi' })));
  }

  async rows(query: unknown): Promise<readonly Row[]> {
    const { data } = await this.load(query);
    if (Array.isArray(data)) return data;
    throw new Error('the rows are not in the default format');
  }

  async sql(query: unknown) {
    return sqlAnswerSchema.parse(accepted(await this.askQuery(query, 'sql')));
  }

  async dryRun(query: unknown) {
    return dryRunAnswerSchema.parse(accepted(await this.askQuery(query, 'dry-run')));
  }

  async meta(parameters: Question['parameters'] = {}) {
    return metaAnswerSchema.parse(accepted(await this.ask('/cubejs-api/v1/meta', { parameters })));
  }

  async refusal(query: unknown, route = 'load'): Promise<{ readonly status: number } & DataError> {
    return refused(await this.askQuery(query, route));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.served.close();
  }
}

/** @throws when an answer is none of the contract's errors */
export function refused({ status, text }: Answer): { readonly status: number } & DataError {
  if (status < 400) throw new Error(`answered with ${status}: ${text.slice(0, 500)}`);
  return { status, ...dataErrorSchema.parse(JSON.parse(text)) };
}

function accepted({ status, text }: Answer): unknown {
  if (status === 200) return JSON.parse(text);
  throw new Error(`answered with ${status}: ${text.slice(0, 500)}`);
}
