import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { mintToken } from '../packages/deployments/src/token/mint-token.ts';
import { type ServedProject, type ServeOptions, serveProject } from './serve-project.ts';

type Context = Readonly<Record<string, unknown>>;
type Headings = Readonly<Record<string, string>>;

export interface GuardedAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly body: GuardedBody;
}

interface GuardedBody {
  readonly error?: string;
  readonly problems?: readonly { readonly code: string; readonly message: string; readonly hint?: string }[];
  readonly data?: readonly Readonly<Record<string, unknown>>[];
  readonly total?: number;
}

export interface GuardedProject {
  readonly model: string;
  /** Views of the data source, by their SELECT. */
  readonly tables?: Readonly<Record<string, string>>;
  /** Further settings of `orrery.yml`. */
  readonly settings?: Context;
}

/** @returns the folder of the project, which the caller removes */
export async function writeProject({ model, tables = {}, settings = {} }: GuardedProject): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'orrery-guarded-'));
  const init = Object.entries(tables).map(([name, select]) => `CREATE TEMP VIEW ${name} AS ${select}`);
  const source = { type: 'duckdb', ...(init.length > 0 ? { init } : {}) };
  await mkdir(join(directory, 'model'));
  await writeFile(join(directory, 'model', 'model.yml'), model);
  await writeFile(join(directory, 'orrery.yml'), JSON.stringify({ data_sources: { default: source }, ...settings }));
  return directory;
}

/** A model with policies, served in production mode to callers by their security contexts. */
export class GuardedService implements AsyncDisposable {
  readonly served: ServedProject;
  readonly #directory: string;
  readonly #slots: { readonly mock: { readonly calls: readonly unknown[] } };
  readonly #tokens = new Map<string, string>();

  readonly #clock: { now(): number };

  private constructor(served: ServedProject, directory: string, now: ServeOptions['now'] = Date.now) {
    this.served = served;
    this.#clock = { now: () => (typeof now === 'number' ? now : now()) };
    this.#directory = directory;
    this.#slots = vi.spyOn(served.composition.runtime, 'queueOf');
  }

  static async open(project: GuardedProject, options: ServeOptions = {}) {
    const directory = await writeProject(project);
    const served = await serveProject(directory, { isProduction: true, ...options });
    return new GuardedService(served, directory, options.now);
  }

  /** Statements sent to the data source so far. */
  get statements(): number {
    return this.#slots.mock.calls.length;
  }

  /** Repeats a request, as clients do, until the answer is not "continue wait". */
  ask(context: Context, query: unknown, route = 'load', parameters: Context = {}): Promise<GuardedAnswer> {
    return this.#answered(() => this.post(context, route, { query, ...parameters }));
  }

  /** Repeats likewise, with an id that identifies the request in the history. */
  askById(context: Context, route: string, body: unknown, requestId: string): Promise<GuardedAnswer> {
    return this.#answered(() => this.post(context, route, body, { 'x-request-id': requestId }));
  }

  async #answered(ask: () => Promise<GuardedAnswer>): Promise<GuardedAnswer> {
    for (;;) {
      const answer = await ask();
      if (answer.body.error !== 'Continue wait') return answer;
    }
  }

  /** Asks a statement of SQL. @returns the lines of its answer */
  async statement(context: Context, query: string, timezone: string, requestId: string): Promise<readonly unknown[]> {
    const response = await fetch(`${this.served.origin}/cubejs-api/v1/cubesql`, {
      method: 'POST',
      headers: {
        authorization: await this.tokenOf(context),
        'x-forwarded-proto': 'https',
        'content-type': 'application/json',
        'x-request-id': requestId,
      },
      body: JSON.stringify({ query, timezone }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${query}\n${response.status}: ${text}`);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  post(context: Context, route: string, body: unknown, headers: Headings = {}): Promise<GuardedAnswer> {
    return this.get(context, route, { method: 'POST', body: JSON.stringify(body), headers });
  }

  async get(
    context: Context,
    route: string,
    more: Omit<RequestInit, 'headers'> & { readonly headers?: Headings } = {},
  ): Promise<GuardedAnswer> {
    const response = await fetch(`${this.served.origin}/cubejs-api/v1/${route}`, {
      ...more,
      headers: {
        authorization: await this.tokenOf(context),
        'x-forwarded-proto': 'https',
        'content-type': 'application/json',
        ...more.headers,
      },
    });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers, body: JSON.parse(text) };
  }

  /** The values of the rows, in the order of the columns. */
  async rows(context: Context, query: unknown): Promise<readonly (readonly unknown[])[]> {
    const { status, text, body } = await this.ask(context, query);
    if (status !== 200 || !body.data) throw new Error(`answered with ${status}: ${text.slice(0, 500)}`);
    return body.data.map((row) => Object.values(row));
  }

  async tokenOf(securityContext: Context): Promise<string> {
    const key = JSON.stringify(securityContext);
    const known = this.#tokens.get(key);
    if (known) return known;
    const [deployment] = this.served.composition.deployments;
    if (!deployment) throw new Error('no deployment');
    const request = { deployment, securityContext, expiresInSeconds: 3600, clock: this.#clock };
    const token = (await mintToken(request, { algorithms: ['HS256'], scopes: [] })) ?? '';
    this.#tokens.set(key, token);
    return token;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.served.close();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** Returns the claims of a user in groups. */
export function inGroups(groups: readonly string[], claims: Context = {}, userAttributes?: Context): Context {
  return { ...claims, cubeCloud: { groups, ...(userAttributes ? { userAttributes } : {}) } };
}
