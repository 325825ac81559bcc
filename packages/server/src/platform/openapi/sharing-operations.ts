import {
  groupPolicyInputSchema,
  resourcePoliciesQuerySchema,
  resourcePoliciesSchema,
  userPolicyInputSchema,
} from '@orrery/contract';
import type { Operations } from './operation.ts';

const sharing = { tag: 'Sharing' };

export const sharingOperations: Operations = {
  'GET /resource-policies': {
    ...sharing,
    id: 'getResourcePolicies',
    summary: 'Who may do what with a folder, workbook or report',
    query: resourcePoliciesQuerySchema,
    answer: resourcePoliciesSchema,
  },
  'PUT /resource-policies/user': {
    ...sharing,
    id: 'setUserPolicy',
    summary: 'Share with a user, or with everyone in the account; without an action what was shared is taken back',
    body: userPolicyInputSchema,
    answer: resourcePoliciesSchema,
  },
  'PUT /resource-policies/group': {
    ...sharing,
    id: 'setGroupPolicy',
    summary: 'Share with a group; without an action what was shared is taken back',
    body: groupPolicyInputSchema,
    answer: resourcePoliciesSchema,
  },
};
