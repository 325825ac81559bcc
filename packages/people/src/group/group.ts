/** A group of users, for sharing and for policies. Instants are epoch milliseconds. */
export interface Group {
  readonly id: number;
  /** Random id for other systems. */
  readonly uid: string;
  readonly name: string;
  readonly description: string | undefined;
  /** Id in the system that provisions the group. */
  readonly externalId: string | undefined;
  /** Whether its members follow from other data and cannot be edited. */
  readonly isSystem: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows with every change, also of members. */
  readonly version: number;
}

export interface GroupMember {
  readonly id: number;
  readonly uid: string;
  readonly username: string;
  readonly displayName: string | undefined;
  readonly email: string | undefined;
}

/** Whether a name is that of a system group, or the one by which policies mean everyone. */
export function isSystemName(name: string): boolean {
  return /^(\*$|all_embed_users$|system:)/i.test(name.trim());
}
