import type { Changes } from '../change/index.ts';
import type { EndedAtProvider, SessionService } from '../session/index.ts';
import type { SignInProvider } from './sign-in-provider.ts';

interface ProviderSignOutDependencies {
  readonly changes: Changes;
  readonly sessions: Pick<SessionService, 'endOfProvider' | 'hasOfProvider'>;
}

/** Ends sessions here when the provider, which has proved who it is, says that they are over there. */
export class ProviderSignOut {
  readonly #dependencies: ProviderSignOutDependencies;

  constructor(dependencies: ProviderSignOutDependencies) {
    this.#dependencies = dependencies;
  }

  /** Ends them on every node within a second. @param address of the caller, for the audit log @returns how many */
  async end(
    { accountId, key, name }: SignInProvider,
    ended: Omit<EndedAtProvider, 'key'>,
    address: string,
  ): Promise<number> {
    const { changes, sessions } = this.#dependencies;
    const of = { key, ...ended };
    // A provider tells of everybody who signs out there; nodes forget nothing for those who are not signed in here.
    if (!(await sessions.hasOfProvider(accountId, of))) return 0;
    return changes.changeRights({ accountId, by: { via: 'app', address } }, (change) =>
      sessions.endOfProvider(change, of, name),
    );
  }
}
