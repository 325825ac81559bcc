import {
  groupPolicyInputSchema,
  resourcePoliciesQuerySchema,
  resourcePoliciesSchema,
  shareCandidatesQuerySchema,
  shareCandidatesSchema,
  userPolicyInputSchema,
} from '../../platform/index.ts';
import { get, put } from '../operation.ts';
import { forViewers, onAccount, person } from '../takes.ts';

const tag = 'Sharing';

/** Users and groups that folders, workbooks and reports are shared with. */
export const sharingOperations = {
  list: get('/resource-policies', {
    id: 'getResourcePolicies',
    mayMiss: true,
    tag,
    summary: 'List the access to a folder, workbook or report',
    takes: forViewers(person, 'creator'),
    query: resourcePoliciesQuerySchema,
    answer: resourcePoliciesSchema,
  }),
  candidates: get('/resource-policies/candidates', {
    id: 'getShareCandidates',
    mayMiss: true,
    tag,
    summary:
      'Find people and groups to share with, by their names; at most 20 of each. Viewers find those of their tenant',
    takes: forViewers(onAccount('AIBIExplore'), 'creator'),
    query: shareCandidatesQuerySchema,
    answer: shareCandidatesSchema,
  }),
  setUser: put('/resource-policies/user', {
    id: 'setUserPolicy',
    mayMiss: true,
    tag,
    summary: 'Share with a user, or with everyone in the account; without an action the share is removed',
    takes: forViewers(person, 'creator'),
    body: userPolicyInputSchema,
    answer: resourcePoliciesSchema,
    example: { resourceType: 'Folder', resourceId: 1, userId: 1, action: 'FolderRead' },
  }),
  setGroup: put('/resource-policies/group', {
    id: 'setGroupPolicy',
    mayMiss: true,
    tag,
    summary: 'Share with a group; without an action the share is removed',
    takes: forViewers(person, 'creator'),
    body: groupPolicyInputSchema,
    answer: resourcePoliciesSchema,
    example: { resourceType: 'Folder', resourceId: 1, groupId: 1, action: 'FolderRead' },
  }),
};
