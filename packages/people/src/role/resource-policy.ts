import type { Action } from '@orrery/kernel';

/** What can be shared, and the actions it can be shared for, from the weakest on. */
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
  /** 0 of what is there once. */
  readonly id: number;
}

/** One person, or everybody in a group. */
export type PolicySubject = { readonly userId: number } | { readonly groupId: number };

export interface ResourcePolicy {
  readonly subject: PolicySubject;
  /** What is shown of whom it is for. */
  readonly name: string;
  readonly email: string | undefined;
  readonly firstName: string | undefined;
  readonly picture: string | undefined;
  readonly action: Action;
}

/** Why this cannot be shared for that, or `undefined`. */
export function sharingFault({ type }: Resource, action: string): string | undefined {
  const known: readonly string[] = resourceActions[type];
  return known.includes(action) ? undefined : `of a ${type} must be one of ${known.join(', ')}`;
}
