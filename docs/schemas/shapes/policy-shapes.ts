import { choice, ref, text, type MappingShape } from '../schema-of.ts';
import { face, filled, groupNames, memberNames, names, operators, scalar, unquoted } from './common-keys.ts';

/** Policies, and the groups that views are shown in. */
export const policyShapes: Readonly<Record<string, MappingShape>> = {
  policy: {
    keys: {
      group: groupNames,
      groups: groupNames,
      role: { type: 'string', deprecated: true, description: 'Older spelling of group' },
      conditions: { ...filled, items: ref('policyCondition'), description: 'All conditions must hold' },
      member_level: ref('policyMembers', 'Members that are shown; all by default'),
      member_masking: ref('policyMembers', 'Members that are shown as their masks'),
      row_level: ref('policyRows', 'Rows that are shown; all by default'),
    },
  },
  policyCondition: {
    keys: {
      if: {
        description: '"{ securityContext.region }", with and, or, not and calls such as .includes("x")',
        anyOf: [{ type: ['string', 'boolean'] }, unquoted],
      },
    },
    required: ['if'],
  },
  policyMembers: { keys: { includes: memberNames, excludes: memberNames }, isFilled: true },
  policyRows: {
    keys: { filters: { ...filled, items: ref('policyFilter') }, allow_all: { const: true } },
    isFilled: true,
  },
  policyFilter: {
    keys: {
      member: { type: 'string', description: 'A member of the same cube or view, without a path' },
      operator: { enum: choice(operators)['enum'] },
      values: {
        description: 'A list of texts, with attributes of the caller in braces; or one attribute',
        anyOf: [
          { ...filled, items: { anyOf: [scalar, unquoted] } },
          { type: ['string', 'number', 'boolean'] },
          unquoted,
        ],
      },
      and: { ...filled, items: ref('policyFilter') },
      or: { ...filled, items: ref('policyFilter') },
    },
  },
  viewGroup: {
    keys: { name: face['name'] ?? {}, title: text(), description: { type: ['string', 'null'] }, views: names() },
    required: ['name'],
  },
};
