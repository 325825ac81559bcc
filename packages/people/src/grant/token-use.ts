import type { OAuthScope } from '@orrery/kernel';

/** Requirements of an interface on access tokens; one without them takes none. */
export interface TokenUse {
  /** One of these is enough; none: no token will do. */
  readonly anyOf: readonly OAuthScope[];
  /** Accepted audiences, compared as texts; a token without an audience is accepted too. */
  readonly audiences: readonly string[];
}
