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
import { authorOf, type Change, type Changes, resolveContext, userNamedBy } from '@orrery/people';
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

export interface EnvironmentTokenDependencies {
  readonly database: Database;
  readonly changes: Changes;
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
   * @throws Conflict when an external issuer signs the deployment's tokens, Invalid for a security context that the
   * Data API refuses in every token, Forbidden for one that names another user, unless an admin makes it
   */
  async sign(wanted: NewEnvironmentToken, settings: TokenSettings, maker: Person): Promise<EnvironmentToken> {
    const made = await this.#make(wanted, settings, maker);
    await this.#dependencies.changes.make(authorOf(maker), (change) => record(change, wanted, { made, settings }));
    return made;
  }

  /** Signs a token that is listed until it expires. @throws as `sign` */
  async create(wanted: NewEnvironmentToken, settings: TokenSettings, maker: Person): Promise<EnvironmentToken> {
    const made = await this.#make(wanted, settings, maker);
    const { deploymentId, environmentId, scopes } = wanted;
    await this.#dependencies.changes.make(authorOf(maker), async (change) => {
      const { transaction, now } = change;
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
      await record(change, wanted, { made, settings });
    });
    return made;
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

  async #make(wanted: NewEnvironmentToken, settings: TokenSettings, maker: Person): Promise<EnvironmentToken> {
    const { deploymentId, securityContext } = wanted;
    await requireCaller(asRead(securityContext, settings, deploymentId));
    if (!mayActBy(securityContext, settings, deploymentId, maker)) {
      throw new Forbidden('token.other-user', 'Only admins make tokens that act as another user');
    }
    const createdAt = Math.floor(this.#dependencies.clock.now() / 1000) * 1000;
    return this.#sign(wanted, createdAt, settings);
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

/** Audits who requests data as another user; the rest of the context may be personal and is not stored. */
function record(
  change: Change,
  { deploymentId, environmentId, scopes, securityContext }: NewEnvironmentToken,
  { made, settings }: { readonly made: EnvironmentToken; readonly settings: TokenSettings },
): Promise<void> {
  const userId = userNamedBy(asRead(securityContext, settings, deploymentId));
  const expiresAt = new Date(made.expiresAt).toISOString();
  const attributes = { environmentId, scopes: scopes ?? 'all', expiresAt, userId };
  return change.record({ event: 'Created environment token', deploymentId, attributes });
}
