import type { TokenSettings } from '@orrery/config';
import {
  type ApiScope,
  type AccountUsers,
  Conflict,
  Forbidden,
  Invalid,
  MalformedCaller,
  type Person,
  type SecurityContext,
} from '@orrery/kernel';
import type { Database } from '@orrery/store';
import { securityContextOf } from './authenticate.ts';
import { mintToken } from './mint-token.ts';
import { type Change, resolveContext, userNamedBy } from '@orrery/people';
import type { DeploymentService } from '../deployment/index.ts';
import { tokenSettingsOf } from './token-settings-of.ts';

export interface NewEnvironmentToken {
  readonly deploymentId: number;
  readonly environmentId: number;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly lastsSeconds: number;
  /** When absent, everything that tokens of the deployment may do. */
  readonly scopes: readonly ApiScope[] | undefined;
}

/** Instants are epoch milliseconds, of whole seconds. */
export interface EnvironmentToken {
  readonly token: string;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A token that is signed and not given to anybody yet. */
interface SignedToken {
  readonly wanted: NewEnvironmentToken;
  readonly made: EnvironmentToken;
  /** The user that it names. */
  readonly userId: unknown;
}

export interface EnvironmentTokenDependencies {
  readonly database: Database;
  readonly deployments: Pick<DeploymentService, 'secretsOf'>;
  readonly clock: { now(): number };
}

/**
 * Data API tokens for developers who use an environment. Their content is stored, not the tokens; signing it again
 * yields the same token.
 */
export class EnvironmentTokenService {
  readonly #dependencies: EnvironmentTokenDependencies;

  constructor(dependencies: EnvironmentTokenDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Signs a token, which `give` and `keep` give to the caller.
   *
   * @throws Conflict when an external issuer signs the deployment's tokens, Invalid for a security context that the
   * Data API refuses in every token, Forbidden for one that names another user, unless an admin makes it
   */
  async sign(wanted: NewEnvironmentToken, settings: TokenSettings, maker: Person): Promise<SignedToken> {
    const { deploymentId, securityContext } = wanted;
    const read = asRead(securityContext, settings, deploymentId);
    await requireCaller(read);
    if (!mayActBy(securityContext, settings, deploymentId, maker)) {
      throw new Forbidden('token.other-user', 'Only admins make tokens that act as another user');
    }
    const createdAt = Math.floor(this.#dependencies.clock.now() / 1000) * 1000;
    return { wanted, made: await this.#sign(wanted, createdAt, settings), userId: userNamedBy(read) };
  }

  /** Gives out a token. Audits who requests data as another user; the rest of the context may be personal. */
  async give(change: Change, { wanted, made, userId }: SignedToken): Promise<EnvironmentToken> {
    const { deploymentId, environmentId, scopes } = wanted;
    const expiresAt = new Date(made.expiresAt).toISOString();
    const attributes = { environmentId, scopes: scopes ?? 'all', expiresAt, userId };
    await change.record({ event: 'Created environment token', deploymentId, attributes });
    return made;
  }

  /** Gives out a token that is listed until it expires. */
  async keep(change: Change, signed: SignedToken): Promise<EnvironmentToken> {
    const { transaction, now } = change;
    const { wanted, made } = signed;
    const { deploymentId, environmentId, scopes } = wanted;
    await transaction
      .deleteFrom('environment_token')
      .where('deployment_id', '=', deploymentId)
      .where('expires_at', '<=', now)
      .execute();
    await transaction
      .insertInto('environment_token')
      .values({
        deployment_id: deploymentId,
        environment_id: environmentId,
        security_context: JSON.stringify(made.securityContext),
        scopes: scopes ? JSON.stringify(scopes) : null,
        created_at: made.createdAt,
        expires_at: made.expiresAt,
      })
      .execute();
    return this.give(change, signed);
  }

  /**
   * Lists the unexpired tokens that the caller might have made, newest first, with their number: the holder of a token
   * acts as the user it names.
   *
   * @throws Conflict
   */
  async list(
    { deploymentId, environmentId }: Pick<NewEnvironmentToken, 'deploymentId' | 'environmentId'>,
    { limit, offset }: { readonly limit: number; readonly offset: number },
    settings: TokenSettings,
    caller: Person,
  ): Promise<{ readonly tokens: readonly EnvironmentToken[]; readonly total: number }> {
    const lasting = await this.#dependencies.database
      .selectFrom('environment_token')
      .select(['id', 'security_context'])
      .where('deployment_id', '=', deploymentId)
      .where('environment_id', '=', environmentId)
      .where('expires_at', '>', this.#dependencies.clock.now())
      .orderBy('id', 'desc')
      .execute();
    const shown = lasting.filter((row) => mayActBy(readContext(row.security_context), settings, deploymentId, caller));
    const ids = shown.slice(offset, offset + limit).map(({ id }) => id);
    if (ids.length === 0) return { tokens: [], total: shown.length };
    const rows = await this.#dependencies.database
      .selectFrom('environment_token')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('id', 'desc')
      .execute();
    const tokens = rows.map((row) =>
      this.#sign(
        {
          deploymentId,
          environmentId,
          securityContext: readContext(row.security_context),
          lastsSeconds: (row.expires_at - row.created_at) / 1000,
          scopes: row.scopes === null ? undefined : (JSON.parse(row.scopes) as readonly ApiScope[]), // we wrote it
        },
        row.created_at,
        settings,
      ),
    );
    return { tokens: await Promise.all(tokens), total: shown.length };
  }

  async #sign(
    { deploymentId, securityContext, lastsSeconds, scopes }: NewEnvironmentToken,
    createdAt: number,
    settings: TokenSettings,
  ): Promise<EnvironmentToken> {
    const [apiSecret] = await this.#dependencies.deployments.secretsOf(deploymentId);
    if (apiSecret === undefined) throw new Error(`deployment ${deploymentId} has no secret`);
    const clock = { now: () => createdAt };
    const request = { deployment: { apiSecret }, securityContext, expiresInSeconds: lastsSeconds, clock };
    const token = await mintToken(
      { ...request, ...(scopes ? { scopes } : {}) },
      tokenSettingsOf(deploymentId, settings),
    );
    if (token !== undefined) return { token, securityContext, createdAt, expiresAt: createdAt + lastsSeconds * 1000 };
    throw new Conflict('token.signed-elsewhere', 'Tokens of this deployment are signed elsewhere, with a private key');
  }
}

/** Interprets a security context as the Data API does for tokens of the deployment. */
function asRead(context: SecurityContext, installation: TokenSettings, deploymentId: number): SecurityContext {
  const { claimsNamespace } = tokenSettingsOf(deploymentId, installation);
  return claimsNamespace === undefined ? securityContextOf(context, undefined) : context;
}

/** Whether the context names no user, or one the maker may act as. */
function mayActBy(
  context: SecurityContext,
  settings: TokenSettings,
  deploymentId: number,
  { role, userId: own }: Person,
) {
  const userId = userNamedBy(asRead(context, settings, deploymentId));
  return role === 'admin' || userId === undefined || userId === own;
}

/** @param text as this service wrote it */
function readContext(text: string): SecurityContext {
  return JSON.parse(text) as SecurityContext;
}

/** Accepts any user name: whether the user exists matters only when the token is used. */
const anybody: AccountUsers = { of: async () => ({ groups: [], roles: [], userAttributes: {} }) };

async function requireCaller(securityContext: NewEnvironmentToken['securityContext']): Promise<void> {
  try {
    await resolveContext(securityContext, anybody);
  } catch (error) {
    if (error instanceof MalformedCaller) throw new Invalid('access.malformed-caller', error.message);
    throw error;
  }
}
