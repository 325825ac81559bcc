import { groupUrn } from '../urns.ts';
import { attribute, readOnly, type Schema } from './attribute.ts';

export const groupSchema: Schema = {
  id: groupUrn,
  name: 'Group',
  description: 'Users of the account, together',
  attributes: [
    attribute({
      name: 'displayName',
      description: 'The name of the group; unique without regard to case.',
      required: true,
      uniqueness: 'server',
    }),
    attribute({
      name: 'members',
      description: 'The users in it.',
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute({ name: 'value', description: 'The id of the user.', caseExact: true, mutability: 'immutable' }),
        attribute({
          name: '$ref',
          description: 'The address of the user.',
          type: 'reference',
          referenceTypes: ['User'],
          caseExact: true,
          mutability: 'immutable',
        }),
        readOnly({ name: 'display', description: 'The name of the user.' }),
        attribute({
          name: 'type',
          description: 'Always User.',
          canonicalValues: ['User'],
          mutability: 'immutable',
        }),
      ],
    }),
  ],
};
