import type { AttributeValue } from '@orrery/kernel';
import type { EmailAddress, Group, User } from '@orrery/people';
import { etagOf } from '../etag.ts';
import { type Element, present, type ScimResource } from '../resource/index.ts';

/** Data SCIM shows with a user; absent when not requested. */
export interface UserSurroundings {
  readonly groups?: readonly Group[] | undefined;
  readonly values?: ReadonlyMap<string, AttributeValue> | undefined;
}

/** A user in SCIM's form. @param base address of SCIM */
export function userResource(user: User, { groups = [], values }: UserSurroundings, base: string): ScimResource {
  const name = present({ formatted: user.formattedName, familyName: user.familyName, givenName: user.givenName });
  const core = present({
    id: user.uid,
    externalId: user.externalId,
    userName: user.username,
    name: Object.keys(name).length > 0 ? name : undefined,
    displayName: user.displayName,
    emails: user.emails.length > 0 ? user.emails.map(emailElement) : undefined,
    active: isActive(user),
    groups: groups.length > 0 ? groups.map((group) => groupElement(group, base)) : undefined,
    meta: {
      resourceType: 'User',
      created: new Date(user.createdAt).toISOString(),
      lastModified: new Date(user.updatedAt).toISOString(),
      location: `${base}/Users/${user.uid}`,
      version: etagOf(user.version),
    },
  });
  return { core, extension: new Map(values) };
}

/** Whether the user counts as active. An invited user does, because they may sign in with their invitation. */
function isActive({ status }: User): boolean {
  return status !== 'deactivated';
}

function emailElement({ value, type, primary, display }: EmailAddress): Element {
  return present({ value, type, primary, display });
}

function groupElement({ uid, name }: Group, base: string): Element {
  return { value: uid, $ref: `${base}/Groups/${uid}`, display: name, type: 'direct' };
}
