import type { Role } from './role.ts';

interface ActionRule {
  /** Kind of object the action applies to. `item` is content: reports, workbooks, folders, agents and the like. */
  readonly on: 'account' | 'deployment' | 'item';
  /** The lowest built-in role that may perform the action; absent when only admins and grantees may. */
  readonly from?: Role;
  /** Kind of grant for actions that a custom role may grant. */
  readonly grantable?: 'base' | 'global' | 'deployment';
  /** Actions that are granted together with this one. */
  readonly with?: readonly string[];
}

/** Rules of all actions, by the names that clients know. */
export const actionRules = {
  All: { on: 'deployment', grantable: 'deployment' },
  DeploymentsManage: { on: 'account', from: 'developer', grantable: 'global', with: ['DeploymentCreate'] },
  DeploymentCreate: { on: 'account', from: 'developer' },
  DeploymentRead: { on: 'deployment', from: 'viewer', grantable: 'deployment' },
  DeploymentUpdate: { on: 'deployment', from: 'developer', grantable: 'deployment' },
  DeploymentDelete: { on: 'deployment', from: 'developer', grantable: 'deployment' },
  PlaygroundRead: { on: 'deployment', from: 'developer' },
  SchemaRead: { on: 'deployment', from: 'developer', grantable: 'deployment' },
  SchemaUpdate: {
    on: 'deployment',
    from: 'developer',
    grantable: 'deployment',
    with: ['SchemaRead', 'SchemaUpdateDevBranches'],
  },
  SchemaUpdateDevBranches: { on: 'deployment', from: 'developer', grantable: 'deployment', with: ['SchemaRead'] },
  APMRead: { on: 'deployment', from: 'developer', grantable: 'deployment' },
  PreAggregationBuild: { on: 'deployment', from: 'developer' },
  AlertsCreate: { on: 'deployment' },
  AlertsRead: { on: 'deployment' },
  AlertsUpdate: { on: 'deployment' },
  AlertsDelete: { on: 'deployment' },
  AuditLogManage: { on: 'account', grantable: 'global' },
  BillingRead: { on: 'account', grantable: 'global' },
  SqlRunnerRead: { on: 'deployment', from: 'developer' },
  DataAssetsRead: { on: 'deployment', from: 'explorer' },
  DataAssetsManage: { on: 'deployment', from: 'developer', with: ['DataAssetsRead'] },
  CubeNetworkConnect: { on: 'account' },
  ReportRead: { on: 'item' },
  ReportEdit: { on: 'item', with: ['ReportRead'] },
  ReportManage: { on: 'item', with: ['ReportRead', 'ReportEdit'] },
  WorkbookRead: { on: 'item' },
  WorkbookEdit: { on: 'item', with: ['WorkbookRead'] },
  WorkbookManage: { on: 'item', with: ['WorkbookRead', 'WorkbookEdit'] },
  FolderRead: { on: 'item' },
  FolderEdit: { on: 'item', with: ['FolderRead'] },
  FolderManage: { on: 'item', with: ['FolderRead', 'FolderEdit'] },
  ChatThreadRead: { on: 'item' },
  AgentRead: { on: 'item' },
  AgentManage: { on: 'item', with: ['AgentRead'] },
  AgentAdmin: { on: 'item', with: ['AgentRead', 'AgentManage'] },
  AgentSpaceManage: { on: 'deployment', from: 'developer' },
  DeploymentAgentRead: { on: 'deployment', from: 'viewer' },
  OAuthIntegrationsManage: { on: 'account', grantable: 'global', with: ['OAuthIntegrationsIssueTokens'] },
  OAuthIntegrationsIssueTokens: { on: 'account', grantable: 'global' },
  McpToolsManage: { on: 'account' },
  AIBIView: { on: 'account', from: 'viewer', grantable: 'base' },
  AIBIExplore: { on: 'account', from: 'explorer', grantable: 'base' },
  AIBIDevelop: { on: 'account', from: 'developer', grantable: 'base' },
  // Names that older clients use for the three above.
  AIBIViewer: { on: 'account', from: 'viewer' },
  AIBIUser: { on: 'account', from: 'explorer' },
  AIBIDeveloper: { on: 'account', from: 'developer' },
  ChartPalettesManage: { on: 'account', grantable: 'global' },
  DashboardThemesManage: { on: 'account', grantable: 'global' },
  EmbedDeploymentRead: { on: 'deployment' },
  EmbedDashboardRead: { on: 'item' },
} as const satisfies Readonly<Record<string, ActionRule>>;

export type Action = keyof typeof actionRules;

const rules: ReadonlyMap<Action, ActionRule> = new Map(
  Object.entries(actionRules).map(([action, rule]) => [action as Action, rule]), // the keys come from `actionRules`
);

export const actions: readonly Action[] = [...rules.keys()];

export function ruleOf(action: Action): ActionRule {
  const rule = rules.get(action);
  if (!rule) throw new Error(`'${action}' is no action`);
  return rule;
}

/** Actions that a custom role may grant. */
export function grantableActions(group: 'global' | 'deployment'): readonly Action[] {
  return actions.filter((action) => ruleOf(action).grantable === group);
}

export function isAction(text: string): text is Action {
  return actions.some((action) => action === text);
}
