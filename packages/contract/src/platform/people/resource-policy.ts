import { z } from 'zod';
import { number, wholeNumber } from '../../number.ts';
import { name, shortText } from '../text.ts';

const resourceTypeSchema = z.enum(['Folder', 'Workbook', 'Report']);
const itemAction = z.enum([
  'FolderRead',
  'FolderEdit',
  'FolderManage',
  'WorkbookRead',
  'WorkbookEdit',
  'WorkbookManage',
  'ReportRead',
  'ReportEdit',
  'ReportManage',
]);
const noAction = z.literal('None');

export const resourcePoliciesQuerySchema = z.object({
  resourceType: resourceTypeSchema,
  resourceId: wholeNumber(number),
});

const folderOfPolicySchema = z.strictObject({ id: z.int(), name: z.string() }).nullable();

export const userPolicySchema = z.strictObject({
  userId: z.int(),
  /** Email address; the username for users without one. */
  email: z.string(),
  firstName: z.string().nullable(),
  picture: z.string().nullable(),
  action: itemAction,
  isOwner: z.boolean(),
  /** Folder that the policy is inherited from; `null` when it is set on the item itself. */
  inheritedFrom: folderOfPolicySchema,
});

export const groupPolicySchema = z.strictObject({
  groupId: z.int(),
  name: z.string(),
  action: itemAction,
  inheritedFrom: folderOfPolicySchema,
});

/** Policy for every user of the account; `None` when only invited users have access. */
export const generalPolicySchema = z.strictObject({
  action: itemAction.or(noAction),
  /** Folder that the policy is inherited from; `null` when it is set on the item itself, or not set. */
  inheritedFrom: folderOfPolicySchema,
});

/** List the access to a folder, workbook or report. */
export const resourcePoliciesSchema = z.strictObject({
  users: z.array(userPolicySchema),
  groups: z.array(groupPolicySchema),
  everyone: generalPolicySchema,
});

const resource = { resourceType: resourceTypeSchema, resourceId: number };

export const userPolicyInputSchema = z.object({
  ...resource,
  userId: number.nullish().describe('Without a grantee: everyone in the account'),
  action: itemAction
    .or(noAction)
    .nullish()
    .describe('Nothing: what the folder around it says. None, of everyone: only those who are invited'),
});

export const groupPolicyInputSchema = z.object({
  ...resource,
  groupId: number.nullish().describe('Or groupName'),
  groupName: name
    .nullish()
    .describe('Or groupId; all_embed_users and system:tenant:{name} are the viewers of embedded content'),
  action: itemAction.nullish(),
});

export const shareCandidatesQuerySchema = z.object({
  search: shortText.optional().describe('A part of the name, whatever its case'),
});

/** People and groups that an item may be shared with, with what everybody who shares may know of them. */
export const shareCandidatesSchema = z.strictObject({
  users: z.array(z.strictObject({ id: z.int(), name: z.string(), picture: z.string().nullable() })),
  groups: z.array(
    z.strictObject({
      id: z.int().nullable().describe('null: shared with by its name, as groupName'),
      name: z.string(),
    }),
  ),
});

export type WireResourcePolicies = z.infer<typeof resourcePoliciesSchema>;
