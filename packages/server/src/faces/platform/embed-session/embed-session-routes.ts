import { embedSessionOperations, type SessionTheme } from '@orrery/contract';
import type { DashboardService } from '@orrery/content';
import type { DeploymentService } from '@orrery/deployments';
import { Forbidden, isInScope, type Person } from '@orrery/kernel';
import type {
  EmbedSessionService,
  EmbedTenantService,
  RunningSession,
  SessionsAt,
  SessionTarget,
  ViewerSessions,
} from '@orrery/people';
import { byEndlessNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface EmbedSessionServices {
  readonly embedSessions: EmbedSessionService;
  readonly embedTenants: EmbedTenantService;
  readonly viewerSessions: ViewerSessions;
  readonly deployments: Pick<DeploymentService, 'requireAll'>;
  readonly dashboards: Pick<DashboardService, 'isPublished'>;
  /** The `iss` of embed tokens. */
  readonly embedIssuer: string;
}

const order = byEndlessNumber('sessions of an embed tenant');

/** Serves sessions of viewers: made by an embedding application, exchanged by browsers, listed and ended by admins. */
export function serveEmbedSessions(face: PlatformFace, services: EmbedSessionServices): void {
  const { embedSessions, embedTenants, viewerSessions, deployments, dashboards, embedIssuer } = services;

  serve(face, embedSessionOperations.generate, async ({ caller, accountId, by, body }) => {
    const { deploymentId } = body;
    const target: SessionTarget = {
      requireDeployment: async () => {
        if (!isInScope(caller, deploymentId)) {
          throw new Forbidden('auth.out-of-scope', 'API key is not authorized for this deployment');
        }
        await deployments.requireAll(accountId, [deploymentId]);
      },
      isPublished: (publicId) => dashboards.isPublished({ accountId, deploymentId }, publicId),
    };
    const sessions = viewerSessions;
    return { sessionId: await embedSessions.generate({ accountId, by }, body, { target, sessions }) };
  });

  serve(face, embedSessionOperations.exchange, async ({ body: { sessionId } }) => ({
    token: await embedSessions.exchange(sessionId, embedIssuer),
  }));

  serve(face, embedSessionOperations.theme, async ({ caller }) => {
    if (caller.kind !== 'viewer') return { embedTheme: null };
    const session = await viewerSessions.of(caller.accountId, caller.sessionId);
    return { embedTheme: (session?.embedTheme ?? null) as SessionTheme['embedTheme'] }; // kept as the schema has read it
  });

  const sessionsAt = async (caller: Person, tenantName: string): Promise<SessionsAt> => ({
    tenantId: await embedTenants.scopeOf(caller.accountId, tenantName),
    deployments: caller.deployments === 'all' ? 'all' : [...caller.deployments],
  });

  serve(face, embedSessionOperations.list, async ({ caller, accountId, params: { embedTenantName }, query }) => {
    const page = readPage(query, order);
    const at = await sessionsAt(caller, embedTenantName);
    return presentPage(await embedSessions.list(accountId, at, rangeFrom(page)), page, presentSession);
  });

  serve(face, embedSessionOperations.revoke, async ({ caller, makeChange, params: { embedTenantName, id } }) => {
    const at = await sessionsAt(caller, embedTenantName);
    viewerSessions.forget(await makeChange((change) => embedSessions.revoke(change, at, id)));
  });

  serve(face, embedSessionOperations.revokeOfUser, async ({ caller, makeChange, params: { embedTenantName, id } }) => {
    const at = await sessionsAt(caller, embedTenantName);
    await makeChange((change) => embedSessions.revokeAllOf(change, at, id));
    viewerSessions.forget(id);
  });
}

function presentSession({ username, isInternal, isCreator, publicDashboardId, ...session }: RunningSession) {
  return {
    id: session.id,
    userId: session.userId,
    externalId: isInternal ? null : username,
    internalId: isInternal ? username : null,
    deploymentId: session.deploymentId,
    creatorMode: isCreator,
    publicDashboardId: publicDashboardId ?? null,
    createdAt: presentInstant(session.createdAt),
    expiresAt: presentInstant(session.expiresAt),
  };
}
