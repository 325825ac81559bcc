import type { Action } from '@orrery/kernel';

/** Resources that can be shared, with their actions from the weakest on. */
export const resourceActions = {
  Global: ['AuditLogManage', 'BillingRead', 'ChartPalettesManage', 'DashboardThemesManage', 'DeploymentsManage'],
  Deployment: ['DeploymentRead', 'DeploymentAgentRead', 'EmbedDeploymentRead', 'DeploymentUpdate', 'DeploymentDelete'],
  Report: ['ReportRead', 'ReportEdit', 'ReportManage'],
  ReportFolder: ['FolderRead', 'FolderEdit', 'FolderManage'],
  Agent: ['AgentRead', 'AgentManage', 'AgentAdmin'],
  AgentSpace: ['AgentSpaceManage'],
  Workbook: ['WorkbookRead', 'WorkbookEdit', 'WorkbookManage'],
  Dashboard: ['EmbedDashboardRead'],
  Folder: ['FolderRead', 'FolderEdit', 'FolderManage'],
  ChatThread: ['ChatThreadRead'],
} as const satisfies Readonly<Record<string, readonly Action[]>>;

export type ResourceType = keyof typeof resourceActions;

export interface Resource {
  readonly type: ResourceType;
  /** 0 for a resource that exists once. */
  readonly id: number;
}

/** One user, or all members of a group. */
export type PolicySubject = { readonly userId: number } | { readonly groupId: number };

export interface ResourcePolicy {
  readonly subject: PolicySubject;
  /** Name of the user or group. */
  readonly name: string;
  readonly email: string | undefined;
  readonly firstName: string | undefined;
  readonly picture: string | undefined;
  readonly action: Action;
}

/** Returns why the resource cannot be shared for this action, or `undefined`. */
export function sharingFault({ type }: Resource, action: string): string | undefined {
  const known: readonly string[] = resourceActions[type];
  return known.includes(action) ? undefined : `of a ${type} must be one of ${known.join(', ')}`;
}
