import type { IncomingHttpHeaders } from 'node:http';
import type { TokenCaller } from './caller.ts';

/** Checks the tokens of requests to one deployment. */
export interface TokenAuthenticator {
  /** @throws Unauthorized */
  admit(headers: IncomingHttpHeaders): Promise<Admitted>;
}

export interface Admitted {
  readonly principal: TokenCaller;
  /**
   * Whether the same headers would be admitted again.
   * @throws RequestError when this cannot be determined
   */
  holds(): boolean;
}
