import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '../../identity/attribute.ts';
import type { AttributeValues } from '../../identity/attribute-service.ts';
import type { EmailAddress } from '../../identity/user.ts';
import type { UserChange } from '../../identity/user-service.ts';
import { elementsOf, isElement, type Resource, type Value } from '../resource/resource.ts';

/** The parts of a user that SCIM writes, as the account keeps them; `null` for what is not there. */
export function userProfile({ core }: Resource) {
  const name = core['name'] !== undefined && isElement(core['name']) ? core['name'] : {};
  return {
    username: textOf(core['userName']) ?? '',
    externalId: textOf(core['externalId']),
    displayName: textOf(core['displayName']),
    formattedName: textOf(name['formatted']),
    familyName: textOf(name['familyName']),
    givenName: textOf(name['givenName']),
    emails: elementsOf(core['emails']).map(
      ({ value, type, primary, display }): EmailAddress => ({
        value: String(value),
        ...(type === undefined ? {} : { type: String(type) }),
        ...(primary === undefined ? {} : { primary: primary === true }),
        ...(display === undefined ? {} : { display: String(display) }),
      }),
    ),
  };
}

/** What makes a user of one resource that of another; `undefined` when they are the same. */
export function userChange(before: Resource, after: Resource): UserChange | undefined {
  const [known, wanted] = [userProfile(before), userProfile(after)];
  const profile = Object.entries(wanted).filter(([field, value]) => {
    return !isDeepStrictEqual(value, known[field as keyof typeof known]); // both have the same fields
  });
  const isSwitched = after.core['active'] !== undefined && after.core['active'] !== before.core['active'];
  const attributes = changedValues(before.extension, after.extension);
  if (profile.length === 0 && !isSwitched && attributes.size === 0) return undefined;
  return {
    ...Object.fromEntries(profile),
    ...(isSwitched ? { status: after.core['active'] === true ? 'active' : 'deactivated' } : {}),
    ...(attributes.size > 0 ? { attributes } : {}),
  };
}

/** Values of an account's attributes are simple ones, or lists of them. */
export function attributeValues(extension: Resource['extension']): ReadonlyMap<string, AttributeValue> {
  return new Map([...extension].map(([name, value]) => [name, value as AttributeValue])); // by the schema they have no parts
}

function changedValues(before: Resource['extension'], after: Resource['extension']): AttributeValues {
  const wanted = attributeValues(after);
  const names = [...new Set([...before.keys(), ...wanted.keys()])];
  return new Map(
    names
      .filter((name) => !isDeepStrictEqual(before.get(name), wanted.get(name)))
      .map((name) => [name, wanted.get(name) ?? null]),
  );
}

function textOf(value: Value | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
