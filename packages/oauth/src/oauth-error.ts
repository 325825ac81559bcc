import { RequestError } from '@orrery/kernel';

/** Errors of RFC 6749 section 5.2, RFC 7591 section 3.2.2, RFC 8707 section 2, and RFC 8628 section 3.5. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'authorization_pending'
  | 'expired_token'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'slow_down'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

/** A request that the authorization server refuses. The code is the `error` of the answer. */
export class OAuthError extends RequestError {
  readonly error: OAuthErrorCode;
  readonly status: number;

  constructor(error: OAuthErrorCode, description: string, options?: ErrorOptions) {
    super(`oauth.${error}`, description, options);
    this.error = error;
    this.status = error === 'invalid_client' ? 401 : 400;
  }
}
