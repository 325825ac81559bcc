const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const microsoft = 'http://schemas.microsoft.com';

/** Names of attributes that say the same, by the field of a user; the first is the default of the settings. */
const spellings = {
  userName: ['userName', 'username', 'uid', 'urn:oid:0.9.2342.19200300.100.1.1', `${soap}/upn`, `${soap}/name`],
  email: ['email', 'mail', 'emailAddress', 'urn:oid:0.9.2342.19200300.100.1.3', `${soap}/emailaddress`],
  givenName: ['firstName', 'givenName', 'given_name', 'urn:oid:2.5.4.42', `${soap}/givenname`],
  familyName: ['lastName', 'surname', 'sn', 'family_name', 'urn:oid:2.5.4.4', `${soap}/surname`],
  displayName: [
    ...['name', 'displayName', 'urn:oid:2.16.840.1.113730.3.1.241'],
    `${microsoft}/identity/claims/displayname`,
  ],
  groups: [
    ...['groups', 'memberOf', 'group', 'urn:oid:1.3.6.1.4.1.5923.1.5.1.1'],
    ...[`${microsoft}/ws/2008/06/identity/claims/groups`, 'http://schemas.xmlsoap.org/claims/Group'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Finds the values of an attribute by the name in the settings. The default name stands for all known spellings. */
export function attributeNamed(
  attributes: ReadonlyMap<string, readonly string[]>,
  field: keyof typeof spellings,
  name: string,
): readonly string[] | undefined {
  const known = spellings[field];
  const names: readonly string[] = name === known[0] ? known : [name];
  const found = names.find((each) => (attributes.get(each)?.length ?? 0) > 0);
  return found === undefined ? undefined : attributes.get(found);
}
