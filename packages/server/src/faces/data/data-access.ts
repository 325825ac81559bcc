import type { FastifyRequest } from 'fastify';
import {
  addressOf,
  NotFound,
  type Principal,
  type PrincipalSource,
  type Standings,
  Unauthorized,
} from '@orrery/kernel';
import { resolveCaller } from '@orrery/people';
import { type CallerRuntime, runtimeFor } from '@orrery/runtime';
import type { ServedDeployments } from '@orrery/deployments';

/** Leads a Data API request to who is asking and to the runtime that answers. */
export class DataAccess {
  readonly #served: Served;
  readonly #standings: Standings;
  /** What a request's token was checked by. */
  readonly #admittedBy = new WeakMap<FastifyRequest, PrincipalSource>();

  constructor(served: Served, standings: Standings) {
    this.#served = served;
    this.#standings = standings;
  }

  /** @throws Unauthorized, NotFound for a deployment there is not */
  readonly principalOf = async (request: FastifyRequest): Promise<Principal> => {
    const { authenticator, accountId } = await this.#deploymentOf(request);
    try {
      const users = this.#standings.in(accountId);
      const principal = await resolveCaller(await authenticator.principalOf(request.headers), users);
      this.#admittedBy.set(request, authenticator);
      request.principal = principal;
      return principal;
    } catch (error) {
      if (error instanceof Unauthorized)
        request.log.info({ code: error.code, reason: reasonOf(error) }, 'refused a token');
      throw error;
    }
  };

  /**
   * Its model is that of whoever asks, with what they may see of it. A deployment that was closed meanwhile is not found,
   * also when another one opened under its number: that one has not checked the token. One that was opened anew, with
   * other settings, is the same.
   *
   * @throws NotFound, Unavailable when the deployment has no model yet or the caller's cannot be compiled now
   */
  readonly runtimeOf = async (request: FastifyRequest): Promise<CallerRuntime> => {
    const { authenticator, deploymentId } = await this.#deploymentOf(request);
    if (authenticator !== this.#admittedBy.get(request)) throw noDeployment();
    const { branch } = addressOf(request);
    const runtime = await this.#served.get(deploymentId, branch);
    if (runtime) return runtimeFor(runtime, request.principal?.securityContext ?? {});
    throw branch === null ? noDeployment() : new NotFound('branch.unknown', `There is no branch '${branch}'`);
  };

  /** The deployment itself, whatever branch is asked for: its branches take the same tokens. @throws NotFound */
  async #deploymentOf(request: FastifyRequest) {
    const { deploymentId } = addressOf(request);
    if (deploymentId === undefined) throw noDeployment();
    const admission = await this.#served.admissionOf(deploymentId);
    if (!admission) throw noDeployment();
    return { deploymentId, ...admission };
  }
}

type Served = Pick<ServedDeployments, 'get' | 'admissionOf'>;

/** Absent and forbidden look the same. */
function noDeployment(): NotFound {
  return new NotFound('deployment.unknown', 'Not Found');
}

function reasonOf({ cause }: Unauthorized): string | undefined {
  return cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : undefined;
}
