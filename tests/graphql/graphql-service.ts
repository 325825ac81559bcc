import { ContractService } from '../contract/contract-service.ts';
import type { ServeOptions } from '../serve-project.ts';

export interface GraphqlAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly data?: Readonly<Record<string, readonly Row[] | null>>;
  readonly errors?: readonly GraphqlError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface GraphqlError {
  readonly message: string;
  readonly path?: readonly unknown[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

type Row = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The sample model of the contract, asked by GraphQL. */
export class GraphqlService implements AsyncDisposable {
  readonly contract: ContractService;

  private constructor(contract: ContractService) {
    this.contract = contract;
  }

  static async open(options: ServeOptions = {}): Promise<GraphqlService> {
    return new GraphqlService(await ContractService.open(options));
  }

  async ask(
    query: string,
    variables: unknown = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<GraphqlAnswer> {
    const {
      status,
      headers: answered,
      text,
    } = await this.contract.ask('/cubejs-api/graphql', {
      method: 'POST',
      body: JSON.stringify({ query, variables }),
      headers: { 'content-type': 'application/json', ...headers },
    });
    return { status, type: answered.get('content-type'), ...(JSON.parse(text) as object) };
  }

  /** The rows of `cube`. @throws when there are none */
  async rows(query: string, variables?: unknown): Promise<readonly Row[]> {
    const { data, errors } = await this.ask(query, variables);
    if (errors || !data?.['cube']) throw new Error(JSON.stringify(errors));
    return data['cube'];
  }

  async refusals(query: string, variables?: unknown): Promise<readonly string[]> {
    const { errors = [] } = await this.ask(query, variables);
    return errors.map(({ message }) => message);
  }

  async toJson(query: string, variables: unknown = {}): Promise<unknown> {
    const { text } = await this.contract.post(JSON.stringify({ query, variables }), 'graphql-to-json');
    return (JSON.parse(text) as { readonly jsonQuery: unknown }).jsonQuery;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.contract[Symbol.asyncDispose]();
  }
}
