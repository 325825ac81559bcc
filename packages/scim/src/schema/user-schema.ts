import { userUrn } from '../urns.ts';
import { attribute, readOnly, type Schema } from './attribute.ts';

/** Lists only stored attributes: clients compare what they wrote with what they read. */
export const userSchema: Schema = {
  id: userUrn,
  name: 'User',
  description: 'A user of the account',
  attributes: [
    attribute({
      name: 'userName',
      description: 'What the user signs in with; unique without regard to case.',
      required: true,
      uniqueness: 'server',
    }),
    attribute({
      name: 'name',
      description: 'The parts of the name.',
      type: 'complex',
      subAttributes: [
        attribute({
          name: 'formatted',
          description: 'The full name, as displayed; when absent, made of the other names.',
        }),
        attribute({ name: 'familyName', description: 'The family name.' }),
        attribute({ name: 'givenName', description: 'The given name.' }),
      ],
    }),
    attribute({
      name: 'displayName',
      description: 'The name shown to others; default: the full name or userName.',
    }),
    attribute({
      name: 'emails',
      description: 'E-mail addresses; the account uses the primary address, else the first.',
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute({ name: 'value', description: 'The address.' }),
        attribute({ name: 'display', description: 'The address, as it is shown.' }),
        attribute({
          name: 'type',
          description: 'What it is for.',
          canonicalValues: ['work', 'home', 'other'],
        }),
        attribute({
          name: 'primary',
          description: 'Whether this is the primary value; at most one is.',
          type: 'boolean',
        }),
      ],
    }),
    attribute({
      name: 'active',
      description: 'Whether the user may sign in; default true, and false after removal.',
      type: 'boolean',
    }),
    readOnly({
      name: 'groups',
      description: 'Groups the user is in.',
      type: 'complex',
      multiValued: true,
      subAttributes: [
        readOnly({ name: 'value', description: 'The id of the group.', caseExact: true }),
        readOnly({
          name: '$ref',
          description: 'The address of the group.',
          type: 'reference',
          referenceTypes: ['Group'],
          caseExact: true,
        }),
        readOnly({ name: 'display', description: 'The name of the group.' }),
        readOnly({ name: 'type', description: 'Always direct.', canonicalValues: ['direct'] }),
      ],
    }),
  ],
};

/** Attributes of the core schema and its enterprise extension that are accepted but neither stored nor shown. */
export const ignoredUserAttributes: ReadonlySet<string> = new Set(
  [
    'addresses',
    'entitlements',
    'ims',
    'locale',
    'nickName',
    'password',
    'phoneNumbers',
    'photos',
    'preferredLanguage',
    'profileUrl',
    'roles',
    'timezone',
    'title',
    'userType',
    'x509Certificates',
  ].map((name) => name.toLowerCase()),
);
