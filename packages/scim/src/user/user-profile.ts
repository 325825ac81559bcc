import type { EmailAddress } from '@orrery/people';
import { elementsOf, isElement, type ScimResource, type ResourceValue } from '../resource/index.ts';

export type ScimProfile = ReturnType<typeof userProfile>;

/** The parts of a user that SCIM writes, in the account's form; `null` for missing values. */
export function userProfile({ core }: ScimResource) {
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

function textOf(value: ResourceValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
