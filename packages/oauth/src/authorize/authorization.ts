import type { OAuthScope } from '@orrery/kernel';
import type { OAuthClient } from '@orrery/people';

/** The request of an application for tokens of a person, read and checked. */
export interface Authorization {
  readonly kind: 'authorization';
  readonly client: OAuthClient;
  readonly redirectUri: string;
  /** Whether the request named the redirect address. */
  readonly redirectWasGiven: boolean;
  /** The challenge of PKCE, by S256. */
  readonly challenge: string;
  readonly scopes: readonly OAuthScope[];
  readonly resource: string | undefined;
  readonly state: string | undefined;
  readonly prompt: ReadonlySet<string>;
  /**
   * Whether the browser may be sent there with a fault at once. Anybody can register an address and lead people through ours
   * to it; so the person decides, unless an admin or the product vouches for the client, or the address is on their machine.
   */
  readonly isTrusted: boolean;
}

/** The request names no client or no redirect address of the client: nothing may be sent anywhere. */
export interface PageFault {
  readonly kind: 'page';
  readonly sentence: string;
}

export type AuthorizationErrorCode =
  | 'invalid_request'
  | 'invalid_target'
  | 'login_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'unauthorized_client'
  | 'unsupported_response_type';

/** A fault that the client can be informed of, at its redirect address. */
export interface RedirectFault extends Pick<Authorization, 'client' | 'redirectUri' | 'state' | 'isTrusted'> {
  readonly kind: 'redirect';
  readonly error: AuthorizationErrorCode;
  readonly sentence: string;
}
