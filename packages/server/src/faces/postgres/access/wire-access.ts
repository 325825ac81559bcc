import { dataOperations } from '@orrery/contract';
import type { TokenSettings } from '@orrery/config';
import { type DeploymentService, type NamedDeployment, tokenSettingsOf } from '@orrery/deployments';
import {
  type ApiScope,
  Forbidden,
  InsufficientScope,
  mayDo,
  NotFound,
  type Person,
  type TokenCaller,
  TooManyRequests,
  Unauthorized,
  shownLiteral,
} from '@orrery/kernel';
import type { SignInService } from '@orrery/people';
import { type CallerRuntime, ownersOf, type StatementAsker } from '@orrery/runtime';
import { type Arrival, type DataAccess, requireScope, type RightsCheck, type ShareOwner } from '../../data/index.ts';
import { WireFailure } from '../protocol/wire-failure.ts';
import { isDataToken, type PersonCredentials, personWith } from './credential-arrival.ts';
import { askerOfSwitch } from './account-switch.ts';
import type { SqlAccount, SqlAccounts } from './sql-accounts.ts';
import { deploymentsNamed, noBranch, noDatabase, readDatabaseName } from './find-database.ts';

/** The answers to the questions of the start. */
export interface WireLogin {
  readonly user: string;
  readonly database: string;
  readonly password: string;
  readonly address: string;
}

/** The caller of a statement, by the rights of its moment. */
export interface CurrentAsker {
  readonly runtime: CallerRuntime;
  readonly principal: TokenCaller;
  /** Whether EXPLAIN shows the SQL of data sources. */
  readonly showsSql: boolean;
  userNamed(name: string): Promise<StatementAsker | undefined>;
}

/** A caller who was let in. */
export interface AdmittedLogin {
  /** The share in which sessions and memory are counted. */
  readonly owner: ShareOwner;
  /** @throws Unauthorized when the credential is not good any more, NotFound, Unavailable */
  current(): Promise<CurrentAsker>;
}

export interface WireAccessDependencies extends PersonCredentials {
  readonly data: Pick<
    DataAccess,
    | 'principalOf'
    | 'principalOfPerson'
    | 'principalWith'
    | 'runtimeOf'
    | 'askerNamed'
    | 'askerWith'
    | 'userAsker'
    | 'rightsCheckOf'
  >;
  readonly accounts: SqlAccounts;
  readonly deployments: Pick<DeploymentService, 'everywhere'>;
  readonly failures: Pick<SignInService, 'requireOpen' | 'countFailure'>;
  readonly tokens: TokenSettings;
  readonly log: Arrival['log'];
}

interface KnownAsker {
  readonly asker: CurrentAsker;
  readonly check: RightsCheck;
  readonly person: Person | undefined;
}

const { scope } = dataOperations.cubesql.takes;

/** Lets callers in by the password of the start, as HTTP does by a header. */
export class WireAccess {
  readonly #dependencies: WireAccessDependencies;

  constructor(dependencies: WireAccessDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Lets in the holder of a credential that says itself who it is for, whatever the name of the user is.
   *
   * @throws WireFailure: the same for whatever is wrong with a credential
   */
  async admit(login: WireLogin): Promise<AdmittedLogin> {
    this.requireOpen(login.address);
    try {
      return await (isDataToken(login.password) ? this.#admitToken(login) : this.#admitPerson(login));
    } catch (error) {
      if (error instanceof Forbidden && !(error instanceof InsufficientScope)) {
        throw new WireFailure('28000', error.message, { isFatal: true });
      }
      const isWrong = error instanceof Unauthorized || error instanceof InsufficientScope;
      if (!isWrong) throw error;
      throw this.#wrongPassword(login);
    }
  }

  /** @throws WireFailure where an address has failed too often */
  requireOpen(address: string): void {
    try {
      this.#dependencies.failures.requireOpen(address);
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      throw new WireFailure('28000', 'too many failed attempts from this address', {
        hint: `Try again in ${Math.ceil(error.retryAfterSeconds / 60)} minutes`,
        isFatal: true,
      });
    }
  }

  /**
   * Lets in an account whose password was checked, as a token with its claims would be.
   *
   * @throws WireFailure
   */
  async admitAccount(
    login: Omit<WireLogin, 'password'>,
    { account, isRight }: { readonly account: SqlAccount; readonly isRight: boolean },
  ): Promise<AdmittedLogin> {
    if (!isRight) throw this.#wrongPassword(login);
    const { data, deployments, tokens, accounts } = this.#dependencies;
    const { deploymentId } = account;
    const { deployment, branch } = readDatabaseName(login.database);
    const all = await deployments.everywhere();
    if (!deploymentsNamed(deployment, all).some(({ id }) => id === deploymentId)) {
      throw noDatabase(
        login.database,
        all.filter(({ id }) => id === deploymentId),
      );
    }
    const scopes: ReadonlySet<ApiScope> = new Set(tokenSettingsOf(deploymentId, tokens).scopes);
    const holds = () => accounts.named(account.name) === account;
    const identify = async (arrival: Arrival) => {
      if (!holds()) throw new Unauthorized('auth.no-account', 'The account is not the same any more');
      const { securityContext } = account;
      return { principal: await data.principalWith(arrival, { securityContext, scopes, holds }) };
    };
    const userNamed = (arrival: Arrival, name: string) => askerOfSwitch({ arrival, account, name }, { data, accounts });
    try {
      return await this.#open({ ...login, password: '' }, deploymentId, branch, identify, userNamed);
    } catch (error) {
      if (!(error instanceof Unauthorized || error instanceof Forbidden)) throw error;
      throw new WireFailure('28000', `the account may not read data: ${error.message}`, { isFatal: true });
    }
  }

  #wrongPassword({ address, user }: Pick<WireLogin, 'address' | 'user'>): WireFailure {
    this.#dependencies.failures.countFailure(address);
    const message = `password authentication failed for user "${shownLiteral(user)}"`;
    return new WireFailure('28P01', message, { isFatal: true });
  }

  async #admitToken(login: WireLogin): Promise<AdmittedLogin> {
    const { deployment, branch } = readDatabaseName(login.database);
    const all = await this.#dependencies.deployments.everywhere();
    const named = deploymentsNamed(deployment, all);
    for (const { id } of named) {
      const admitted = await this.#tryToken(login, id, branch);
      if (admitted) return admitted;
    }
    // A token is of one deployment: its holder learns which one, and strangers learn nothing.
    for (const each of all) {
      if (!named.includes(each) && (await this.#isTokenOf(login, each))) throw noDatabase(login.database, [each]);
    }
    throw new Unauthorized('auth.invalid-token', 'Invalid token');
  }

  async #tryToken(login: WireLogin, id: number, branch: string | null): Promise<AdmittedLogin | undefined> {
    const { data } = this.#dependencies;
    try {
      return await this.#open(login, id, branch, async (arrival) => ({ principal: await data.principalOf(arrival) }));
    } catch (error) {
      if (error instanceof Unauthorized) return undefined;
      throw error;
    }
  }

  async #isTokenOf(login: WireLogin, { id }: NamedDeployment): Promise<boolean> {
    try {
      await this.#dependencies.data.principalOf(this.#arrivalOf(login, id, null));
      return true;
    } catch (error) {
      if (error instanceof Unauthorized || error instanceof NotFound) return false;
      throw error;
    }
  }

  async #admitPerson(login: WireLogin): Promise<AdmittedLogin> {
    const { data, deployments, tokens } = this.#dependencies;
    const person = await personWith(login.password, this.#dependencies);
    const { deployment, branch } = readDatabaseName(login.database);
    const all = await deployments.everywhere();
    const own = all.filter(({ accountId }) => accountId === person.accountId);
    const usable = own.filter(({ id }) => mayDo(person, 'DeploymentRead', { deploymentId: id }));
    // Every name means the only deployment of the server, and not the only one of many that this user may use.
    const found = deploymentsNamed(deployment, all.length === 1 ? all : own).find((each) => usable.includes(each));
    if (!found) throw noDatabase(login.database, usable);
    const scopes: ReadonlySet<ApiScope> = new Set(tokenSettingsOf(found.id, tokens).scopes);
    return this.#open(login, found.id, branch, async (arrival) => {
      const now = await personWith(login.password, this.#dependencies);
      if (!mayDo(now, 'DeploymentRead', { deploymentId: found.id })) {
        throw new Unauthorized('auth.no-right', 'The user may not use this deployment any more');
      }
      const principal = await data.principalOfPerson(arrival, { person: now, scopes, holds: () => true });
      return { principal, person: now };
    });
  }

  async #open(
    login: WireLogin,
    deploymentId: number,
    branch: string | null,
    identify: (arrival: Arrival) => Promise<{ readonly principal: TokenCaller; readonly person?: Person }>,
    userNamed: WireAccessDependencies['data']['askerNamed'] = this.#dependencies.data.askerNamed,
  ): Promise<AdmittedLogin> {
    const { data } = this.#dependencies;
    let known: KnownAsker | undefined;
    const current = async (): Promise<CurrentAsker> => {
      if (known && (await this.#isKnown(known, login))) return known.asker;
      const arrival = this.#arrivalOf(login, deploymentId, branch);
      const { principal, person } = await identify(arrival);
      requireScope(principal, scope ?? 'data');
      const runtime = await data.runtimeOf(arrival);
      const asker = {
        runtime,
        principal,
        showsSql: principal.scopes.has('sql'),
        userNamed: (name: string) => userNamed(arrival, name),
      };
      known = { asker, check: data.rightsCheckOf(arrival, runtime), person };
      return asker;
    };
    try {
      const { principal } = await current();
      return { owner: { caller: ownersOf(principal), deploymentId }, current };
    } catch (error) {
      if (branch !== null && error instanceof NotFound) throw noBranch(login.database, branch);
      throw error;
    }
  }

  /** An API key may be over or revoked; its user is looked up, which is remembered. */
  async #isKnown({ check, person }: KnownAsker, login: WireLogin): Promise<boolean> {
    if (person && (await personWith(login.password, this.#dependencies)) !== person) return false;
    return check.holds();
  }

  #arrivalOf(login: WireLogin, deploymentId: number, branch: string | null): Arrival {
    const params = { deploymentId: String(deploymentId), ...(branch === null ? {} : { branch }) };
    const text = /^\S+$/.test(login.password) ? login.password : '-';
    return { params, headers: { authorization: text }, log: this.#dependencies.log, principal: null };
  }
}
