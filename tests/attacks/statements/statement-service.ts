import { resolve } from 'node:path';
import { mintToken } from '../../../packages/deployments/src/token/mint-token.ts';
import { AttackedService } from '../attacked-service.ts';

type Context = Readonly<Record<string, unknown>>;

interface StatementLine {
  readonly schema?: readonly { readonly name: string; readonly column_type: unknown }[];
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: string;
}

export interface StatementAnswer {
  readonly status: number;
  readonly text: string;
  readonly rows: readonly (readonly unknown[])[];
  readonly error: string | undefined;
}

/** Asks statements of a project with policies, as callers of several groups. */
export class StatementService implements AsyncDisposable {
  readonly service: AttackedService;
  readonly #tokens = new Map<string, Promise<string>>();

  private constructor(service: AttackedService) {
    this.service = service;
  }

  /** @param project its folder, or one below `tests/attacks` */
  static async open(project = 'policies'): Promise<StatementService> {
    const directory = resolve(import.meta.dirname, '..', project);
    return new StatementService(await AttackedService.open({ directory }));
  }

  ask(group: string, query: string, more: object = {}): Promise<StatementAnswer> {
    return this.askWith({ cubeCloud: { groups: [group] } }, query, more);
  }

  async askWith(securityContext: Context, query: string, more: object = {}): Promise<StatementAnswer> {
    const authorization = await this.#tokenOf(securityContext);
    const { status, text } = await this.service.post(JSON.stringify({ query, ...more }), 'cubesql', { authorization });
    const lines = status === 200 ? text.trimEnd().split('\n').map(readLine) : [];
    return {
      status,
      text,
      rows: lines.flatMap(({ data }) => data ?? []),
      error: lines.find(({ error }) => error !== undefined)?.error,
    };
  }

  #tokenOf(securityContext: Context): Promise<string> {
    const known = this.#tokens.get(JSON.stringify(securityContext));
    if (known) return known;
    const [deployment] = this.service.served.composition.deployments;
    if (!deployment) throw new Error('no deployment');
    const request = { deployment, securityContext, expiresInSeconds: 600, clock: Date };
    const made = mintToken(request, { algorithms: ['HS256'], scopes: [] }).then((token) => token ?? '');
    this.#tokens.set(JSON.stringify(securityContext), made);
    return made;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.service[Symbol.asyncDispose]();
  }
}

function readLine(line: string): StatementLine {
  return JSON.parse(line) as StatementLine; // the service's own lines
}
