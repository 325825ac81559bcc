export { SessionAuthenticator } from './session-authenticator.ts';
export { type MadeSession, SessionService, type SignInOrigin } from './session-service.ts';
export type { Session, SessionKind } from './session.ts';
