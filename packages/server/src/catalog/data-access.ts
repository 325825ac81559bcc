import type { FastifyRequest } from 'fastify';
import { addressOf } from '../http/address.ts';
import { NotFound, Unauthorized } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import type { CallerAttributes } from '../identity/caller-attributes.ts';
import { resolveCaller } from '../identity/resolve-caller.ts';
import type { CallerRuntime, Runtime } from './runtime.ts';
import { runtimeFor } from './runtime-for.ts';
import type { Runtimes } from './runtimes.ts';

/** Leads a Data API request to who is asking and to the runtime that answers. */
export class DataAccess {
  readonly #runtimes: Runtimes;
  readonly #users: CallerAttributes;
  /** The runtime whose secret a request's token was checked by. */
  readonly #admittedBy = new WeakMap<FastifyRequest, Runtime>();

  constructor(runtimes: Runtimes, users: CallerAttributes) {
    this.#runtimes = runtimes;
    this.#users = users;
  }

  /** @throws Unauthorized, NotFound for a deployment there is not */
  readonly principalOf = async (request: FastifyRequest): Promise<Principal> => {
    const runtime = await this.#deploymentOf(request);
    if (!runtime?.authenticator) throw noDeployment();
    try {
      const principal = await resolveCaller(await runtime.authenticator.principalOf(request.headers), this.#users);
      this.#admittedBy.set(request, runtime);
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
   * also when another one opened under its number: that one has not checked the token.
   *
   * @throws NotFound, Unavailable when the caller's model cannot be compiled now
   */
  readonly runtimeOf = async (request: FastifyRequest): Promise<CallerRuntime> => {
    const deployment = await this.#deploymentOf(request);
    if (!deployment || deployment !== this.#admittedBy.get(request)) throw noDeployment();
    const { branch } = addressOf(request);
    const runtime = branch === null ? deployment : await this.#runtimes.get(deployment.deploymentId, branch);
    if (!runtime) throw new NotFound('branch.unknown', `There is no branch '${branch}'`);
    return runtimeFor(runtime, request.principal?.securityContext ?? {});
  };

  /** The deployment's own runtime, whatever branch is asked for: its branches take the same tokens. */
  async #deploymentOf(request: FastifyRequest): Promise<Runtime | undefined> {
    const { deploymentId } = addressOf(request);
    return deploymentId === undefined ? undefined : this.#runtimes.get(deploymentId, null);
  }
}

/** Absent and forbidden look the same. */
function noDeployment(): NotFound {
  return new NotFound('deployment.unknown', 'Not Found');
}

function reasonOf({ cause }: Unauthorized): string | undefined {
  return cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : undefined;
}
