import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@orrery/kernel';
import type { AttributeValues, UserChange } from '@orrery/people';
import type { ScimResource } from '../resource/index.ts';
import { withoutShownNames } from './shown-names.ts';
import { userProfile } from './user-profile.ts';

/** Returns the change that turns a user from one resource into the other; `undefined` when they are equal. */
export function userChange(before: ScimResource, after: ScimResource): UserChange | undefined {
  const known = userProfile(before);
  const wanted = withoutShownNames(known, userProfile(after));
  const profile = Object.entries(wanted).filter(([field, value]) => {
    return !isDeepStrictEqual(value, known[field as keyof typeof known]); // both have the same fields
  });
  const isActive = after.core['active'] === true; // who is not said to be may not sign in
  const isSwitched = isActive !== before.core['active'];
  const attributes = changedValues(before.extension, after.extension);
  if (profile.length === 0 && !isSwitched && attributes.size === 0) return undefined;
  return {
    ...Object.fromEntries(profile),
    ...(isSwitched ? { status: isActive ? 'active' : 'deactivated' } : {}),
    ...(attributes.size > 0 ? { attributes } : {}),
  };
}

/** Values of an account's own attributes, which are simple values or lists of them. */
export function attributeValues(extension: ScimResource['extension']): ReadonlyMap<string, AttributeValue> {
  return new Map([...extension].map(([name, value]) => [name, value as AttributeValue])); // by the schema they have no parts
}

function changedValues(before: ScimResource['extension'], after: ScimResource['extension']): AttributeValues {
  const wanted = attributeValues(after);
  const names = [...new Set([...before.keys(), ...wanted.keys()])];
  return new Map(
    names
      .filter((name) => !isDeepStrictEqual(before.get(name), wanted.get(name)))
      .map((name) => [name, wanted.get(name) ?? null]),
  );
}
