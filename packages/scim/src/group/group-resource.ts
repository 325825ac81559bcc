import type { Group, GroupMember } from '@orrery/people';
import { etagOf } from '../etag.ts';
import { type Element, present, type ScimResource } from '../resource/index.ts';

/** A group in SCIM's form. @param members absent when not requested @param base address of SCIM */
export function groupResource(group: Group, members: readonly GroupMember[] | undefined, base: string): ScimResource {
  const core = present({
    id: group.uid,
    externalId: group.externalId,
    displayName: group.name,
    members: members && members.length > 0 ? members.map((member) => memberElement(member, base)) : undefined,
    meta: {
      resourceType: 'Group',
      created: new Date(group.createdAt).toISOString(),
      lastModified: new Date(group.updatedAt).toISOString(),
      location: `${base}/Groups/${group.uid}`,
      version: etagOf(group.version),
    },
  });
  return { core, extension: new Map() };
}

function memberElement({ uid, username, displayName }: GroupMember, base: string): Element {
  return { value: uid, $ref: `${base}/Users/${uid}`, display: displayName ?? username, type: 'User' };
}
