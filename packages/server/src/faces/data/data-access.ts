import type { FastifyRequest } from 'fastify';
import type { Epochs } from '@orrery/store';
import {
  type AccountUsers,
  addressOf,
  type Admitted,
  type ApiScope,
  claimsOf,
  type DataScope,
  NotFound,
  type Person,
  type SecurityContext,
  type TokenAuthenticator,
  type TokenCaller,
  Unauthorized,
  type UsersByAccount,
} from '@orrery/kernel';
import { emailFault, resolveCaller, resolveContext, type User, userNamedBy, type UserService } from '@orrery/people';
import { type CallerRuntime, runtimeFor, type StatementAsker } from '@orrery/runtime';
import type { ServedDeployments } from '@orrery/deployments';

/** The parts of a request that identify its sender and its purpose: a request of HTTP, or the credential of a socket. */
export type Arrival = Pick<FastifyRequest, 'params' | 'headers'> & {
  readonly log: Pick<FastifyRequest['log'], 'info'>;
  principal: FastifyRequest['principal'];
};

/** A user who comes with a credential of the account. */
export interface PersonArrival extends Omit<ClaimsArrival, 'securityContext'> {
  readonly person: Person;
}

/** Claims of a caller who comes without a token of the deployment. */
export interface ClaimsArrival {
  readonly securityContext: SecurityContext;
  /** Scopes that a token of the deployment would have. */
  readonly scopes: ReadonlySet<ApiScope>;
  /** Whether the credential would be taken again. */
  readonly holds: () => boolean;
}

/** Finds the caller of a Data API request and the runtime that answers it. */
export class DataAccess {
  readonly #served: DeploymentLookup;
  readonly #currentRights: UsersByAccount;
  readonly #epochs: Pick<Epochs, 'of'>;
  readonly #users: DataAccessDependencies['users'];
  readonly #admissions = new WeakMap<Arrival, RequestAdmission>();

  constructor({ served, currentRights, epochs, users }: DataAccessDependencies) {
    this.#served = served;
    this.#currentRights = currentRights;
    this.#epochs = epochs;
    this.#users = users;
  }

  /** @throws Unauthorized, NotFound when the deployment does not exist */
  readonly principalOf = async (request: Arrival): Promise<TokenCaller> => {
    const { authenticator, accountId } = await this.#deploymentOf(request);
    try {
      const epoch = this.#epochs.of(accountId); // before anything that depends on it
      const admitted = await authenticator.admit(request.headers);
      const { usersOf, stillHold } = noting(() => this.#currentRights.in(accountId));
      const principal = await resolveCaller(admitted.principal, usersOf);
      this.#admissions.set(request, { authenticator, accountId, epoch, admitted, stillHold });
      request.principal = principal;
      return principal;
    } catch (error) {
      if (error instanceof Unauthorized)
        request.log.info({ code: error.code, reason: reasonOf(error) }, 'refused a token');
      throw error;
    }
  };

  /**
   * Lets in a user of the account who was identified without a token of the deployment.
   *
   * @throws Unauthorized when the user is not active any more, NotFound
   */
  readonly principalOfPerson = async (request: Arrival, given: PersonArrival): Promise<TokenCaller> => {
    const { person, scopes, holds } = given;
    const { accountId } = await this.#deploymentOf(request);
    if (person.accountId !== accountId) throw noDeployment();
    return this.principalWith(request, { securityContext: claimsOf(person), scopes, holds });
  };

  /**
   * Lets in a caller whose claims are known without a token of the deployment, as a token with these claims would be.
   *
   * @throws Unauthorized when the claims name a user who is not active, NotFound
   */
  readonly principalWith = async (request: Arrival, given: ClaimsArrival): Promise<TokenCaller> => {
    const { authenticator, accountId, deploymentId } = await this.#deploymentOf(request);
    const { securityContext, scopes, holds } = given;
    const epoch = this.#epochs.of(accountId);
    const stated = { kind: 'token' as const, deploymentId, securityContext, scopes };
    const { usersOf, stillHold } = noting(() => this.#currentRights.in(accountId));
    const principal = await resolveCaller(stated, usersOf);
    this.#admissions.set(request, {
      authenticator,
      accountId,
      epoch,
      admitted: { principal: stated, holds },
      stillHold,
    });
    request.principal = principal;
    return principal;
  };

  /** The caller by what its token itself says, without what is looked up of a user. */
  readonly statedOf = (request: Arrival): DataScope => this.#admissionOf(request).admitted.principal;

  /**
   * Returns the runtime with the caller's model and rights. A deployment closed meanwhile is not found, even if another
   * one opened under its number, because that one has not checked the token. One opened again with other settings is
   * the same.
   *
   * @throws NotFound, Unavailable when the deployment has no model yet or the caller's cannot be compiled now
   */
  readonly runtimeOf = async (request: Arrival): Promise<CallerRuntime> => {
    const { authenticator, deploymentId } = await this.#deploymentOf(request);
    if (authenticator !== this.#admissions.get(request)?.authenticator) throw noDeployment();
    return this.#runtimeWith(request, deploymentId, request.principal?.securityContext ?? {});
  };

  /**
   * Finds the active user of the account whose username or e-mail address this is, with exactly their groups,
   * attributes and model.
   *
   * @returns undefined when there is no user or more than one, and for callers who are not administrators of the
   *   account: only administrators learn which users exist
   */
  readonly askerNamed = async (request: Arrival, name: string): Promise<StatementAsker | undefined> => {
    const { accountId } = await this.#deploymentOf(request);
    return (await this.#isAdmin(request, accountId)) ? this.userAsker(request, name) : undefined;
  };

  /** Finds the same user for callers who may ask as them by another rule, which has been checked. */
  readonly userAsker = async (request: Arrival, name: string): Promise<StatementAsker | undefined> => {
    const { accountId } = await this.#deploymentOf(request);
    const user = await this.#activeUser(accountId, name);
    return user && this.askerWith(request, { cubeCloud: { user: user.id } });
  };

  /**
   * Returns the asker that a token with these claims would be, for callers who may ask so.
   *
   * @throws MalformedCaller for claims that policies cannot read, NotFound
   */
  readonly askerWith = async (request: Arrival, claims: SecurityContext): Promise<StatementAsker> => {
    const { accountId, deploymentId } = await this.#deploymentOf(request);
    const securityContext = await resolveContext(claims, this.#currentRights.in(accountId));
    return {
      principal: { deploymentId, securityContext },
      runtime: await this.#runtimeWith(request, deploymentId, securityContext),
    };
  };

  async #runtimeWith(request: Arrival, deploymentId: number, securityContext: SecurityContext): Promise<CallerRuntime> {
    const { branch } = addressOf(request);
    const runtime = await this.#served.get(deploymentId, branch);
    if (runtime) return runtimeFor(runtime, securityContext);
    throw branch === null ? noDeployment() : new NotFound('branch.unknown', `There is no branch '${branch}'`);
  }

  /**
   * Whether the caller is an administrator. Roles in the security context do not count: a role that an account makes
   * may have any name.
   */
  async #isAdmin({ principal }: Arrival, accountId: number): Promise<boolean> {
    const id = userNamedBy(principal?.securityContext ?? {});
    if (typeof id !== 'number') return false;
    const user = await this.#users.get(accountId, id).catch(noneIfUnknown);
    return user?.status === 'active' && user.role === 'admin';
  }

  async #activeUser(accountId: number, name: string): Promise<User | undefined> {
    const named = await this.#users.find(accountId, name).catch(noneIfUnknown);
    if (named) return named.status === 'active' ? named : undefined;
    if (emailFault(name) !== undefined) return undefined;
    const alike = await this.#users.list(accountId, { status: 'active', search: name, most: mostAlike });
    const [only, ...others] = alike.filter(({ email }) => email?.toLowerCase() === name.toLowerCase());
    return others.length === 0 ? only : undefined;
  }

  /**
   * Records the state of the caller and the runtime that must be unchanged for a repeated request to get the same
   * runtime. Its check only looks for changes.
   */
  readonly rightsCheckOf = (request: Arrival, runtime: CallerRuntime): RightsCheck => {
    const { accountId, epoch, admitted, stillHold } = this.#admissionOf(request);
    const securityContext = request.principal?.securityContext ?? {};
    return {
      holds: () =>
        this.#epochs.of(accountId) === epoch &&
        admitted.holds() &&
        stillHold() &&
        this.#served.serves(runtime) &&
        hasModel(runtime, securityContext),
    };
  };

  #admissionOf(request: Arrival): RequestAdmission {
    const admission = this.#admissions.get(request);
    if (!admission) throw new Error('a request is let in before it is led to a runtime');
    return admission;
  }

  /**
   * Finds the deployment itself, whatever branch is requested: its branches accept the same tokens. @throws NotFound
   */
  async #deploymentOf(request: Arrival) {
    const { deploymentId } = addressOf(request);
    if (deploymentId === undefined) throw noDeployment();
    const admission = await this.#served.admissionOf(deploymentId);
    if (!admission) throw noDeployment();
    return { deploymentId, ...admission };
  }
}

interface DataAccessDependencies {
  readonly served: DeploymentLookup;
  readonly currentRights: UsersByAccount;
  readonly epochs: Pick<Epochs, 'of'>;
  readonly users: Pick<UserService, 'find' | 'get' | 'list'>;
}

/** Users whose address contains the one that is looked for. */
const mostAlike = 100;

type DeploymentLookup = Pick<ServedDeployments, 'get' | 'admissionOf' | 'serves'>;

interface RequestAdmission {
  readonly authenticator: TokenAuthenticator;
  readonly accountId: number;
  /** Epoch of the account, before the token was checked and the user looked up. */
  readonly epoch: number;
  readonly admitted: Admitted;
  /** Whether the rights of the viewer are unchanged; a change of one viewer leaves the epoch as it is. */
  readonly stillHold: () => boolean;
}

export interface RightsCheck {
  /**
   * Whether the same request would get the same runtime, model and rights. @throws RequestError when this is unknown
   */
  holds(): boolean;
}

/** Notes the rights that are looked up of a viewer, so that they can be compared later. */
function noting(find: () => AccountUsers): {
  readonly usersOf: () => AccountUsers;
  readonly stillHold: () => boolean;
} {
  let noted = () => true;
  const usersOf = () => {
    const users = find();
    const { viewers } = users;
    if (!viewers) return users;
    const of = async (sessionId: string) => {
      const rights = await viewers.of(sessionId);
      if (rights) noted = () => viewers.stillHold(sessionId, rights);
      return rights;
    };
    return { ...users, viewers: { ...viewers, of } };
  };
  return { usersOf, stillHold: () => noted() };
}

function hasModel(runtime: CallerRuntime, context: SecurityContext): boolean {
  const model = runtime.modelFor(context);
  if (!(model instanceof Promise)) return model === runtime.model;
  model.catch(() => undefined); // the request that waits for the model gets the error
  return false;
}

function noneIfUnknown(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error;
}

/** Absent and forbidden look the same. */
function noDeployment(): NotFound {
  return new NotFound('deployment.unknown', 'Not Found');
}

function reasonOf({ cause }: Unauthorized): string | undefined {
  return cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : undefined;
}
