import { describe, expect, it } from 'vitest';
import { type Action, actionRules, actions } from './action.ts';
import { mayDo, requireRight, type Rights, type RoleGrants, tierOf } from './rights.ts';
import { roles } from './role.ts';

const everywhere = { deployments: 'all' } as const;
const plain = { ...everywhere, grants: [] } as const;

/** Grants of the custom role in the column `granted`, on deployment 1: each action alone. */
const grantsAlone = (action: Action): RoleGrants => {
  const isOfAccount = actionRules[action].on === 'account';
  return {
    base: 'viewer',
    actions: isOfAccount ? [action] : [],
    policies: isOfAccount ? [] : [{ deployments: [1], actions: [action] }],
  };
};

const holders: Readonly<Record<string, (action: Action) => Rights>> = {
  admin: () => ({ ...plain, role: 'admin' }),
  developer: () => ({ ...plain, role: 'developer' }),
  explorer: () => ({ ...plain, role: 'explorer' }),
  viewer: () => ({ ...plain, role: 'viewer' }),
  /** A viewer with a custom role of the action of the row. */
  granted: (action) => ({ ...everywhere, role: 'viewer', grants: [grantsAlone(action)] }),
  /** A viewer with full access to deployment 1. */
  full: () => ({
    ...everywhere,
    role: 'viewer',
    grants: [{ base: 'developer', actions: [], policies: [{ deployments: [1], actions: ['All'] }] }],
  }),
  /** An admin with a key for deployment 1. */
  scoped: () => ({ role: 'admin', grants: [], deployments: new Set([1]) }),
};

const objects = { a: 'account', 1: { deploymentId: 1 }, 2: { deploymentId: 2 } } as const;

/** Objects on which each user may act: `a` in the account, `1` and `2` on deployments 1 and 2, `-` on nothing. */
const table = `
action                        admin  developer  explorer  viewer  granted  full  scoped
All                           12     -          -         -       1        1     1
DeploymentsManage             a      a          -         -       a        -     a
DeploymentCreate              a      a          -         -       a        -     a
DeploymentRead                12     12         12        12      12       12    1
DeploymentUpdate              12     12         -         -       1        1     1
DeploymentDelete              12     12         -         -       1        1     1
PlaygroundRead                12     12         -         -       1        1     1
SchemaRead                    12     12         -         -       1        1     1
SchemaUpdate                  12     12         -         -       1        1     1
SchemaUpdateDevBranches       12     12         -         -       1        1     1
APMRead                       12     12         -         -       1        1     1
PreAggregationBuild           12     12         -         -       1        1     1
AlertsCreate                  12     -          -         -       1        1     1
AlertsRead                    12     -          -         -       1        1     1
AlertsUpdate                  12     -          -         -       1        1     1
AlertsDelete                  12     -          -         -       1        1     1
AuditLogManage                a      -          -         -       a        -     a
BillingRead                   a      -          -         -       a        -     a
SqlRunnerRead                 12     12         -         -       1        1     1
DataAssetsRead                12     12         12        -       1        1     1
DataAssetsManage              12     12         -         -       1        1     1
CubeNetworkConnect            a      -          -         -       a        -     a
ReportRead                    12     -          -         -       1        1     1
ReportEdit                    12     -          -         -       1        1     1
ReportManage                  12     -          -         -       1        1     1
WorkbookRead                  12     -          -         -       1        1     1
WorkbookEdit                  12     -          -         -       1        1     1
WorkbookManage                12     -          -         -       1        1     1
FolderRead                    12     -          -         -       1        1     1
FolderEdit                    12     -          -         -       1        1     1
FolderManage                  12     -          -         -       1        1     1
ChatThreadRead                12     -          -         -       1        1     1
AgentRead                     12     -          -         -       1        1     1
AgentManage                   12     -          -         -       1        1     1
AgentAdmin                    12     -          -         -       1        1     1
AgentSpaceManage              12     12         -         -       1        1     1
DeploymentAgentRead           12     12         12        12      12       12    1
OAuthIntegrationsManage       a      -          -         -       a        -     a
OAuthIntegrationsIssueTokens  a      -          -         -       a        -     a
McpToolsManage                a      -          -         -       a        -     a
AIBIView                      a      a          a         a       a        a     a
AIBIExplore                   a      a          a         -       a        a     a
AIBIDevelop                   a      a          -         -       a        a     a
AIBIViewer                    a      a          a         a       a        a     a
AIBIUser                      a      a          a         -       a        a     a
AIBIDeveloper                 a      a          -         -       a        a     a
ChartPalettesManage           a      -          -         -       a        -     a
DashboardThemesManage         a      -          -         -       a        -     a
EmbedDeploymentRead           12     -          -         -       1        1     1
EmbedDashboardRead            12     -          -         -       1        1     1
`;

const [head = '', ...rows] = table.trim().split('\n');
const names = head.trim().split(/\s+/).slice(1);
const cells = new Map(
  rows.flatMap((row) => {
    const [action = '', ...allowed] = row.trim().split(/\s+/);
    return names.map((name, index) => [`${action} ${name}`, allowed[index]] as const);
  }),
);

describe('the table of rights', () => {
  it('has a cell for every action and holder, and no others', () => {
    const expected = actions.flatMap((action) => Object.keys(holders).map((name) => `${action} ${name}`));
    expect([...cells.keys()].sort()).toEqual(expected.sort());
    expect([...cells.values()].every((cell) => cell !== undefined && /^(-|a|[12]+)$/.test(cell))).toBe(true);
    expect(actions).toHaveLength(50);
    expect(names).toEqual(expect.arrayContaining([...roles]));
  });

  it.each(actions)('grants %s to the right roles and scopes', (action) => {
    for (const [name, holderOf] of Object.entries(holders)) {
      const allowed = Object.entries(objects).filter(([, object]) => mayDo(holderOf(action), action, object));
      const found =
        allowed
          .map(([key]) => key)
          .sort()
          .join('') || '-';
      expect([name, found]).toEqual([name, cells.get(`${action} ${name}`)]);
    }
  });
});

describe('rights', () => {
  const holder = (...grants: RoleGrants[]): Rights => ({ role: 'viewer', deployments: 'all', grants });
  const on = (deploymentId: number, ...granted: Action[]): RoleGrants => ({
    base: 'developer',
    actions: [],
    policies: [{ deployments: [deploymentId], actions: granted }],
  });

  it('9: are the union of two roles on two deployments, and do not leak to a third', () => {
    const both = holder(on(1, 'SchemaUpdate'), on(2, 'APMRead'));
    expect(mayDo(both, 'SchemaUpdate', { deploymentId: 1 })).toBe(true);
    expect(mayDo(both, 'APMRead', { deploymentId: 2 })).toBe(true);
    for (const [action, deploymentId] of [
      ['SchemaUpdate', 2],
      ['SchemaUpdate', 3],
      ['APMRead', 1],
      ['APMRead', 3],
    ] as const) {
      expect(mayDo(both, action, { deploymentId })).toBe(false);
    }
  });

  it('include weaker rights, never stronger ones', () => {
    const writer = holder(on(1, 'SchemaUpdate'));
    const branches = holder(on(1, 'SchemaUpdateDevBranches'));
    const object = { deploymentId: 1 };
    expect(mayDo(writer, 'SchemaRead', object)).toBe(true);
    expect(mayDo(writer, 'SchemaUpdateDevBranches', object)).toBe(true);
    expect(mayDo(branches, 'SchemaRead', object)).toBe(true);
    expect(mayDo(branches, 'SchemaUpdate', object)).toBe(false);
  });

  it('are refused by scope before they are refused by right', () => {
    const scoped: Rights = { role: 'viewer', grants: [], deployments: new Set([1]) };
    expect(() => requireRight(scoped, 'DeploymentUpdate', { deploymentId: 2 })).toThrow('not for this deployment');
    expect(() => requireRight(scoped, 'DeploymentUpdate', { deploymentId: 1 })).toThrow('takes the right');
    requireRight(scoped, 'DeploymentRead', { deploymentId: 1 });
  });

  it('have the tier of the strongest role', () => {
    expect(tierOf(holder())).toBe('viewer');
    expect(tierOf(holder(on(1, 'SchemaRead')))).toBe('developer');
    expect(tierOf({ role: 'admin', grants: [on(1)] })).toBe('admin');
  });
});
