import type { Group, GroupMember } from './group.ts';
import type { GroupRow, MemberRow } from './group-store.ts';

export function readGroup(row: GroupRow): Group {
  return {
    id: row.id,
    uid: row.uid,
    name: row.name,
    description: row.description ?? undefined,
    externalId: row.external_id ?? undefined,
    isSystem: row.kind === 'system',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

export function readMember({ id, uid, username, display_name, email }: MemberRow): GroupMember {
  return { id, uid, username, displayName: display_name ?? undefined, email: email ?? undefined };
}
