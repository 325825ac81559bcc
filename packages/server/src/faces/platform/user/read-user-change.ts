import type { newUserSchema, userUpdateSchema } from '@orrery/contract';
import type { output } from 'zod';
import type { AttributeValues, UserChange } from '@orrery/people';
import { InvalidFields } from '../invalid-fields.ts';

type UserFields = Pick<
  output<typeof newUserSchema> | output<typeof userUpdateSchema>,
  'email' | 'firstName' | 'lastName' | 'displayName' | 'picture'
>;

/** Reads the personal data in a request. */
export function readUserChange({ email, firstName, lastName, displayName, picture }: UserFields): UserChange {
  return { email, givenName: firstName, familyName: lastName, displayName, picture };
}

/** @throws InvalidFields when a name is given twice */
export function readValues(
  given: output<typeof userUpdateSchema>['userAttributes'] | null,
): AttributeValues | undefined {
  if (!given) return undefined;
  const values = new Map(given.map(({ name, value }) => [name, value]));
  if (values.size === given.length) return values;
  throw new InvalidFields([{ path: 'userAttributes', message: 'has a name twice' }]);
}
