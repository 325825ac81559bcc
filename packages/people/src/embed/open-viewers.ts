import type { UsersByAccount } from '@orrery/kernel';
import type { Database } from '@orrery/store';
import { StoredRights, type StoredRightsDependencies } from '../user/index.ts';
import { ViewerAuthenticator, type ViewerAuthenticatorDependencies } from './viewer-authenticator.ts';
import { ViewerSessions, type ViewerSessionsDependencies } from './viewer-sessions.ts';

interface ViewersInput extends StoredRightsDependencies, Omit<ViewerSessionsDependencies, 'database' | 'usersOf'> {
  readonly store: { readonly database: Database };
  readonly embedSecrets: ViewerAuthenticatorDependencies['secrets'];
  /** The `iss` of embed tokens. */
  readonly embedIssuer: string;
}

interface Viewers {
  readonly viewers: ViewerAuthenticator;
  readonly viewerSessions: ViewerSessions;
  /** The users of all accounts, and the viewers. */
  readonly currentRights: UsersByAccount;
  readonly embedIssuer: string;
}

/** Opens what a serving process remembers of users and of viewers of embedded content. */
export function openViewers({ store, embedSecrets, embedIssuer, ...others }: ViewersInput): Viewers {
  const users = new StoredRights(others);
  const usersOf = (accountId: number) => users.in(accountId);
  const viewerSessions = new ViewerSessions({ ...others, database: store.database, usersOf });
  const { clock } = others;
  return {
    viewerSessions,
    viewers: new ViewerAuthenticator({ secrets: embedSecrets, sessions: viewerSessions, issuer: embedIssuer, clock }),
    currentRights: { in: (accountId) => ({ ...users.in(accountId), viewers: viewerSessions.in(accountId) }) },
    embedIssuer,
  };
}
