export { SessionAuthenticator } from './session-authenticator.ts';
export {
  type MadeSession,
  type ProviderSession,
  SessionService,
  type SignInOrigin,
} from './session-service.ts';
export type { EndedAtProvider } from './session-store.ts';
export type { Session, SessionKind } from './session.ts';
