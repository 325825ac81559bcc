/** Attributes of the caller for policies. They come from a verified token, never from the query. */
export interface PolicyCaller {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly groups: readonly string[];
  /** The deprecated equivalent of groups. */
  readonly roles: readonly string[];
  /**
   * Undefined when the caller is no user or viewer known here, so that `groups` and `userAttributes` in expressions
   * have no value.
   */
  readonly userAttributes: Readonly<Record<string, unknown>> | undefined;
}
