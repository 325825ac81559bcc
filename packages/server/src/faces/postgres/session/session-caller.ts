import { Forbidden, NotFound, Unauthorized, shownLiteral } from '@orrery/kernel';
import { StatementInvalid, type WireCaller, type ConnectionSession } from '@orrery/runtime';
import type { AdmittedLogin, CurrentAsker } from '../access/wire-access.ts';
import { WireFailure } from '../protocol/wire-failure.ts';

/** The caller of the statements of one session, looked up for each of them. */
export class SessionCaller {
  readonly #login: AdmittedLogin;
  readonly #session: ConnectionSession;
  readonly #requestId: () => string;

  constructor(login: AdmittedLogin, session: ConnectionSession, requestId: () => string) {
    this.#login = login;
    this.#session = session;
    this.#requestId = requestId;
  }

  /** @throws WireFailure, which is fatal, when the caller may not ask any more; Unavailable */
  readonly current = (): Promise<WireCaller> => this.currentAs(this.#session.settings.role);

  /** @throws as `current`; the failure is not fatal where the session itself has another role by now */
  readonly currentAs = async (role: string | undefined): Promise<WireCaller> => {
    const asker = await this.#asker();
    const { showsSql, userNamed } = asker;
    const own = { session: this.#session, requestId: this.#requestId(), showsSql, userNamed };
    if (role === undefined) return { ...own, runtime: asker.runtime, principal: asker.principal };
    const other = await userNamed(role);
    if (other) return { ...own, ...other };
    const message = `user '${shownLiteral(this.#session.user)}' may not act as '${shownLiteral(role)}' any more`;
    throw role === this.#session.settings.role ? fatal(message) : new WireFailure('42501', message);
  };

  /** @throws StatementInvalid */
  readonly requireSwitch = async (name: string): Promise<void> => {
    const { userNamed } = await this.#asker();
    if (await userNamed(name)) return;
    const message = `user '${shownLiteral(this.#session.user)}' is not allowed to switch to '${shownLiteral(name)}'`;
    throw new StatementInvalid('User Error', 'sql.user-switch', message);
  };

  async #asker(): Promise<CurrentAsker> {
    try {
      return await this.#login.current();
    } catch (error) {
      if (error instanceof Unauthorized || error instanceof Forbidden) {
        throw fatal('terminating connection because its credential is not valid any more');
      }
      if (!(error instanceof NotFound)) throw error;
      throw fatal('terminating connection because its database is not served any more');
    }
  }
}

function fatal(message: string): WireFailure {
  return new WireFailure('57P01', message, { isFatal: true });
}
