/** What policies may know of whoever asks. Comes from a verified token, never from the question. */
export interface PolicyCaller {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly groups: readonly string[];
  /** The deprecated twin of groups. */
  readonly roles: readonly string[];
  /** Undefined: the caller has no identity of ours, so that `groups` and `userAttributes` in expressions mean nothing. */
  readonly userAttributes: Readonly<Record<string, unknown>> | undefined;
}
