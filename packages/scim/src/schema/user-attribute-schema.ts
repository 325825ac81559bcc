import { attribute, type Schema } from './attribute.ts';

/** A user attribute that an account defines. */
export interface ProvisionedAttribute {
  readonly name: string;
  readonly type: 'string' | 'number' | 'string_array' | 'number_array';
  readonly description?: string | undefined;
}

/** Builds the schema of the extension with the account's own attributes; `undefined` when the account defines none. */
export function userAttributeSchema(definitions: readonly ProvisionedAttribute[], urn: string): Schema | undefined {
  if (definitions.length === 0) return undefined;
  return {
    id: urn,
    name: 'UserAttribute',
    description: 'User attributes of this account; access policies read them',
    attributes: definitions.map(({ name, type, description }) =>
      attribute({
        name,
        description: description ?? '',
        type: type.startsWith('number') ? 'decimal' : 'string',
        multiValued: type.endsWith('_array'),
        caseExact: true,
      }),
    ),
  };
}
