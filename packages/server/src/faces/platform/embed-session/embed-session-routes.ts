import { embedSessionOperations, type SessionTheme } from '@orrery/contract';
import type { DashboardService } from '@orrery/content';
import type { DeploymentService } from '@orrery/deployments';
import { Forbidden, InvalidInput, isInScope, type Person } from '@orrery/kernel';
import type {
  EmbedSessionService,
  EmbedTenantService,
  RunningSession,
  SessionsAt,
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
    const { deploymentId, publicDashboardId } = body;
    if (!isInScope(caller, deploymentId)) {
      throw new Forbidden('auth.out-of-scope', 'API key is not authorized for this deployment');
    }
    await deployments.requireAll(accountId, [deploymentId]);
    await embedSessions.check(accountId, body);
    if (
      publicDashboardId !== undefined &&
      !(await dashboards.isPublished({ accountId, deploymentId }, publicDashboardId))
    ) {
      const message = 'names no published dashboard of the deployment';
      throw new InvalidInput('embed-session.dashboard-unknown', `publicDashboardId ${message}`, [
        { path: 'publicDashboardId', message },
      ]);
    }
    const made = embedSessions.generate({ accountId, by }, body, viewerSessions);
    const sessionId = await made.catch(async (error: unknown) => {
      await deployments.requireAll(accountId, [deploymentId]); // it may have been deleted since it was looked for
      throw error;
    });
    return { sessionId };
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
