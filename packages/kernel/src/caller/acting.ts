/** Who makes a change, for the audit log. */
export interface Acting {
  /** `scim` is an identity provider, `command` whoever works on the machine itself. */
  readonly via: 'app' | 'scim' | 'command';
  readonly userId?: number | undefined;
  /** The username where there is none. */
  readonly email?: string | undefined;
  /** Where the request came from. */
  readonly address?: string | undefined;
}

/** Somebody at the command line, whom nobody asked for a name. */
export const atTheCommandLine: Acting = { via: 'command' };
