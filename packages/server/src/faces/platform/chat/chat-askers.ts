import type { ReceiptAsker } from '@orrery/agents';
import type { ChatSessionSettings } from '@orrery/contract';
import {
  claimsOf,
  Forbidden,
  InvalidInput,
  MalformedCaller,
  mayDo,
  type Person,
  type SecurityContext,
  Unauthorized,
  type UsersByAccount,
  type Viewer,
} from '@orrery/kernel';
import {
  type AskedUser,
  authorOf,
  type EmbedSessionService,
  type EmbedTenantService,
  resolveContext,
  type RoleService,
  type UserService,
  type ViewerSessions,
} from '@orrery/people';
import type { AgentInPath } from '../../../agents/index.ts';
import { isProgram } from './is-program.ts';

export interface ChatAskersDependencies {
  readonly embedSessions: Pick<EmbedSessionService, 'ensureUser' | 'findUser'>;
  readonly embedTenants: Pick<EmbedTenantService, 'rightsOf'>;
  readonly viewerSessions: Pick<ViewerSessions, 'forget'>;
  readonly currentRights: UsersByAccount;
  readonly users: Pick<UserService, 'get'>;
  readonly roles: Pick<RoleService, 'rolesOf'>;
}

type ChatCaller = Person | Viewer;
type OptionalSessionSettings = ChatSessionSettings | undefined;

/** Finds the user of a chat: the caller, or a user that a program names. */
export class ChatAskers {
  readonly #dependencies: ChatAskersDependencies;

  constructor(dependencies: ChatAskersDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Finds the user, and creates a user that the embedding application names for the first time.
   *
   * @throws Invalid for settings that are missing or wrong; Forbidden for a user that the caller may not represent
   */
  async ensure(caller: ChatCaller, agent: AgentInPath, settings: OptionalSessionSettings): Promise<ReceiptAsker> {
    if (!isProgram(caller, settings)) return this.own(caller, agent);
    const input = sessionInput(requireSettings(settings), agent);
    const { embedSessions, viewerSessions } = this.#dependencies;
    const requireMayName = () => {
      if (input.internalId === undefined) requireAdminFor(caller, undefined);
    };
    const asked = await embedSessions.ensureUser(authorOf(caller), input, { requireMayName, sessions: viewerSessions });
    return this.#named(caller, agent, asked, input.securityContext ?? {});
  }

  /** Finds the user, and creates none. @returns `undefined` for a missing user @throws as `ensure` */
  async find(
    caller: ChatCaller,
    agent: AgentInPath,
    settings: OptionalSessionSettings,
  ): Promise<ReceiptAsker | undefined> {
    if (!isProgram(caller, settings)) return this.own(caller, agent);
    const input = sessionInput(requireSettings(settings), agent);
    const { embedSessions } = this.#dependencies;
    const asked = await embedSessions.findUser(authorOf(caller), input);
    return asked && this.#named(caller, agent, asked, input.securityContext ?? {});
  }

  /** The caller, who asks with its own rights. Viewers never read models. */
  own(caller: ChatCaller, { deploymentId }: Pick<AgentInPath, 'deploymentId'>): ReceiptAsker {
    const { accountId, userId } = caller;
    const mayReadModel = caller.kind === 'person' && mayDo(caller, 'SchemaRead', { deploymentId });
    return { accountId, userId, mayReadModel, context: () => this.#resolved(accountId, claimsOf(caller)) };
  }

  async #named(
    caller: Person,
    { deploymentId }: AgentInPath,
    { userId, isInternal }: AskedUser,
    given: SecurityContext,
  ): Promise<ReceiptAsker> {
    const { accountId } = caller;
    requireAdminFor(caller, isInternal ? userId : undefined);
    if (!isInternal) {
      const context = () => this.#contextOfExternal(accountId, userId, given);
      return { accountId, userId, mayReadModel: false, context };
    }
    const { users, roles } = this.#dependencies;
    const { role } = await users.get(accountId, userId);
    const grants = (await roles.rolesOf(accountId, [userId])).get(userId) ?? [];
    const user = { role, grants, deployments: 'all' } as const;
    if (!mayDo(user, 'DeploymentAgentRead', { deploymentId })) {
      throw new Forbidden('auth.not-allowed', 'The user may not talk to agents of this deployment');
    }
    const mayReadModel = [user, caller].every((one) => mayDo(one, 'SchemaRead', { deploymentId }));
    return { accountId, userId, mayReadModel, context: () => this.#resolved(accountId, claimsOf({ userId })) };
  }

  async #resolved(accountId: number, claims: SecurityContext): Promise<SecurityContext> {
    try {
      return await resolveContext(claims, this.#dependencies.currentRights.in(accountId));
    } catch (error) {
      if (error instanceof MalformedCaller) throw isGone();
      throw error;
    }
  }

  /** Makes the context that a session of the user would have: that of the program, with the user's current groups and values. */
  async #contextOfExternal(accountId: number, userId: number, given: SecurityContext): Promise<SecurityContext> {
    const scopes = { userScope: null, scope: null };
    const rights = await this.#dependencies.embedTenants.rightsOf(accountId, userId, scopes);
    if (!rights) throw isGone();
    const { groups, roles, userAttributes, email } = rights;
    const { email: _, ...context } = given; // a program never states the address of its user here
    return {
      ...context,
      ...(email === undefined ? {} : { email }),
      cubeCloud: { viewer: userId, groups, roles, userAttributes },
    };
  }
}

function requireSettings(settings: OptionalSessionSettings): ChatSessionSettings {
  if (/\s/.test(settings?.externalId ?? '')) {
    const message = 'sessionSettings.externalId has blanks';
    throw new InvalidInput('chat.session-invalid', message, [
      { path: 'sessionSettings.externalId', message: 'has blanks' },
    ]);
  }
  if (settings) return settings;
  throw new InvalidInput('chat.session-required', 'sessionSettings is required', [
    { path: 'sessionSettings', message: 'is required with an API key' },
  ]);
}

/** Makes the input of a session. Users of chats are ephemeral by default. */
function sessionInput({ isEphemeral, ephemeralTtlSeconds, ...settings }: ChatSessionSettings, agent: AgentInPath) {
  const { publicDashboardId: _, ...user } = settings;
  const life =
    settings.internalId === undefined || settings.externalId !== undefined
      ? { isEphemeral: isEphemeral ?? true, ephemeralTtlSeconds }
      : {};
  return { ...user, ...life, deploymentId: agent.deploymentId };
}

/** Programs of users who are no admins ask as these alone. @param userId absent: an external user @throws Forbidden */
function requireAdminFor(caller: Person, userId: number | undefined): void {
  if (caller.role === 'admin' || caller.userId === userId) return;
  throw new Forbidden('chat.not-owner', 'The credential of a user who is no admin asks for this user only');
}

function isGone(): Unauthorized {
  return new Unauthorized('auth.unknown-caller', 'The user is not there any more');
}
