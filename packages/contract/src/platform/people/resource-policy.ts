import { z } from 'zod';
import { number, wholeNumber } from '../../number.ts';

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
  /** The username where there is none. */
  email: z.string(),
  firstName: z.string().nullable(),
  picture: z.string().nullable(),
  action: itemAction,
  isOwner: z.boolean(),
  /** The folder it comes from; `null`: it is said here. */
  inheritedFrom: folderOfPolicySchema,
});

export const groupPolicySchema = z.strictObject({
  groupId: z.int(),
  name: z.string(),
  action: itemAction,
  inheritedFrom: folderOfPolicySchema,
});

/** What everybody in the account may do; `None`: only those who are invited. */
export const generalPolicySchema = z.strictObject({
  action: itemAction.or(noAction),
  /** The folder it comes from; `null`: it is said here, or nowhere. */
  inheritedFrom: folderOfPolicySchema,
});

/** Who may do what with a folder, workbook or report. */
export const resourcePoliciesSchema = z.strictObject({
  users: z.array(userPolicySchema),
  groups: z.array(groupPolicySchema),
  everyone: generalPolicySchema,
});

const resource = { resourceType: resourceTypeSchema, resourceId: number };

export const userPolicyInputSchema = z.object({
  ...resource,
  userId: number.nullish().describe('Nobody: everyone in the account'),
  action: itemAction
    .or(noAction)
    .nullish()
    .describe('Nothing: what the folder around it says. None, of everyone: only those who are invited'),
});

export const groupPolicyInputSchema = z.object({ ...resource, groupId: number, action: itemAction.nullish() });

export type WireResourcePolicies = z.infer<typeof resourcePoliciesSchema>;
