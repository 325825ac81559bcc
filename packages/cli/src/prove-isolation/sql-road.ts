import type { ServedInside, ConnectionAnswer, SqlConnection, SqlProtocol } from '../command/index.ts';
import type { Identity } from './identities.ts';
import type { StatementRoad } from './prove-statements.ts';

/** A connection of the port, whose texts carry a mark that no other connection has. */
export interface MarkedConnection extends SqlConnection {
  readonly mark: string;
}

/** The connections of the port of PostgreSQL's protocol: one for each caller, which stays open. */
export class SqlConnections {
  readonly #served: Pick<ServedInside, 'connect'>;
  readonly #open = new Map<string, Promise<MarkedConnection>>();

  constructor(served: Pick<ServedInside, 'connect'>) {
    this.#served = served;
  }

  of(context: Identity['context']): Promise<MarkedConnection> {
    const key = JSON.stringify(context);
    const known = this.#open.get(key) ?? this.#connect(context, `orrery_proof_${this.#open.size + 1}_`);
    this.#open.set(key, known);
    return known;
  }

  all(): Promise<readonly MarkedConnection[]> {
    return Promise.all(this.#open.values());
  }

  /** Asks statements of each caller by their own connection. */
  road(protocol: SqlProtocol): StatementRoad {
    return {
      name: `PostgreSQL, ${protocol}`,
      hidesSql: true,
      ask: async (context, text, timezone = 'UTC') => {
        const { ask } = await this.of(context);
        requireRows(await ask(`SET TIME ZONE '${timezone.replaceAll("'", "''")}'`, protocol));
        return ask(text, protocol);
      },
    };
  }

  async #connect(context: Identity['context'], mark: string): Promise<MarkedConnection> {
    return { mark, ...(await this.#served.connect(context, mark)) };
  }
}

/** The rows of a statement that has to be answered. */
export function requireRows(answer: ConnectionAnswer): Exclude<ConnectionAnswer, { readonly error: string }> {
  if ('error' in answer) throw new Error(`a statement of the proof is refused: ${answer.error}`);
  return answer;
}
