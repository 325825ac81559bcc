/** Users together, for sharing and for policies. Instants are epoch milliseconds. */
export interface Group {
  readonly id: number;
  /** Random, for other systems. */
  readonly uid: string;
  readonly name: string;
  readonly description: string | undefined;
  /** Of the system that provides the group. */
  readonly externalId: string | undefined;
  /** Who is in it follows from elsewhere, and nobody edits it. */
  readonly isSystem: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows with every change, of members too. */
  readonly version: number;
}

export interface GroupMember {
  readonly id: number;
  readonly uid: string;
  readonly username: string;
  readonly displayName: string | undefined;
  readonly email: string | undefined;
}

/** Names that system groups have, and the one by which policies mean everybody. */
export function isSystemName(name: string): boolean {
  return /^(\*$|all_embed_users$|system:)/i.test(name.trim());
}
