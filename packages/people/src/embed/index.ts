export { EmbedSecrets } from './embed-secrets.ts';
export {
  type AskedUser,
  EmbedSessionService,
  type RunningSession,
  type SessionsAt,
  type SessionTarget,
} from './embed-session-service.ts';
export { openViewers } from './open-viewers.ts';
export type { ViewerAuthenticator } from './viewer-authenticator.ts';
export type { ViewerSessions } from './viewer-sessions.ts';
