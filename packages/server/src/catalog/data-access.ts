import type { FastifyRequest } from 'fastify';
import type { TokenSettings } from '../config/token-settings.ts';
import { addressOf } from '../http/address.ts';
import { Authenticator } from '../http/authenticate.ts';
import { NotFound, Unauthorized } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import type { Deployment } from './deployment.ts';
import type { Runtime } from './runtime.ts';
import type { Runtimes } from './runtimes.ts';

export interface DataAccessDependencies {
  readonly deployments: readonly Deployment[];
  readonly runtimes: Runtimes;
  readonly tokens: TokenSettings;
  readonly clock: { now(): number };
}

/** Leads a Data API request to who is asking and to the runtime that answers. */
export class DataAccess {
  readonly #runtimes: Runtimes;
  readonly #authenticators: ReadonlyMap<number, Authenticator>;

  constructor({ deployments, runtimes, tokens, clock }: DataAccessDependencies) {
    this.#runtimes = runtimes;
    this.#authenticators = new Map(
      deployments.map((deployment) => [deployment.id, new Authenticator(deployment, tokens, clock)]),
    );
  }

  /** @throws Unauthorized, NotFound for a deployment there is not */
  readonly principalOf = async (request: FastifyRequest): Promise<Principal> => {
    const { deploymentId } = addressOf(request);
    const authenticator = deploymentId === undefined ? undefined : this.#authenticators.get(deploymentId);
    if (!authenticator) throw noDeployment();
    try {
      return await authenticator.principalOf(request.headers);
    } catch (error) {
      if (error instanceof Unauthorized)
        request.log.info({ code: error.code, reason: reasonOf(error) }, 'refused a token');
      throw error;
    }
  };

  /** @throws NotFound */
  readonly runtimeOf = async (request: FastifyRequest): Promise<Runtime> => {
    const { deploymentId, branch } = addressOf(request);
    const runtime = deploymentId === undefined ? undefined : await this.#runtimes.get(deploymentId, branch);
    if (!runtime) throw noDeployment();
    return runtime;
  };
}

/** Absent and forbidden look the same. */
function noDeployment(): NotFound {
  return new NotFound('deployment.unknown', 'Not Found');
}

function reasonOf({ cause }: Unauthorized): string | undefined {
  return cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : undefined;
}
