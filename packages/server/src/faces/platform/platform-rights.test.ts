import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PlatformFixture } from './platform-for-test.ts';

/**
 * Rights per route: `+` is admitted, `-` is refused with 403. Requests without a credential get 401 everywhere, except
 * on the routes of the last column. An auditor is a viewer with the right AuditLogManage.
 */
const table = `
route                                                   admin  developer  explorer  viewer  auditor  anybody
GET    /spec                                            +      +          +         +       +        +
POST   /session                                         +      +          +         +       +        +
DELETE /session                                         +      +          +         +       +        -
POST   /embed/sign-in                                   +      +          +         +       +        +
DELETE /embed/sign-in                                   +      +          +         +       +        -
POST   /embed/sign-in/redeem                            +      +          +         +       +        +
POST   /embed/generate-session                          +      -          -         -       -        -
POST   /embed/session/token                             +      +          +         +       +        +
GET    /embed/dashboard/:publicId                       +      +          +         +       +        -
POST   /embed/dashboard/:publicId/data                  +      +          +         +       +        -
POST   /embed/dashboard/:publicId/values                +      +          +         +       +        -
GET    /users/embed-theme                               +      +          +         +       +        -
POST   /sign-in-links/redeem                            +      +          +         +       +        +
POST   /password-resets                                  +      +          +         +       +        +
GET    /sign-in-methods                                 +      +          +         +       +        +
GET    /sign-in-identities                              +      -          -         -       -        -
DELETE /sign-in-identities/:id                          +      -          -         -       -        -
GET    /sign-in-policy                                  +      -          -         -       -        -
PUT    /sign-in-policy                                  +      -          -         -       -        -
GET    /sign-in-providers                               +      -          -         -       -        -
POST   /sign-in-providers                               +      -          -         -       -        -
GET    /sign-in-providers/:id                           +      -          -         -       -        -
PUT    /sign-in-providers/:id                           +      -          -         -       -        -
POST   /saml-metadata                                   +      -          -         -       -        -
DELETE /sign-in-providers/:id                           +      -          -         -       -        -
GET    /sessions                                        +      -          -         -       -        -
DELETE /sessions/:id                                    +      -          -         -       -        -
GET    /app-config                                      +      +          +         +       +        -
GET    /users/me                                        +      +          +         +       +        -
POST   /users/me/password                               +      +          +         +       +        -
GET    /users/me/preferences                            +      +          +         +       +        -
PUT    /users/me/preferences                            +      +          +         +       +        -
GET    /users/me/oauth-grants                           +      +          +         +       +        -
DELETE /users/me/oauth-grants/:id                       +      +          +         +       +        -
DELETE /users/me/oauth-clients/:id                      +      +          +         +       +        -
GET    /oauth-grants                                    +      -          -         -       -        -
GET    /oauth-grants/:id                                +      -          -         -       -        -
DELETE /oauth-grants/:id                                +      -          -         -       -        -
GET    /oauth-clients                                   +      -          -         -       -        -
GET    /oauth-clients/:id                               +      -          -         -       -        -
POST   /oauth-clients                                   +      -          -         -       -        -
PUT    /oauth-clients/:id                               +      -          -         -       -        -
POST   /oauth-clients/:id/secret                        +      -          -         -       -        -
DELETE /oauth-clients/:id                               +      -          -         -       -        -
POST   /oauth/requests                                  -      -          -         -       -        -
POST   /oauth/approvals                                 -      -          -         -       -        -
POST   /oauth/device-requests                            -      -          -         -       -        -
POST   /oauth/device-approvals                           -      -          -         -       -        -
GET    /users                                           +      -          -         -       -        -
POST   /users                                           +      -          -         -       -        -
GET    /users/:id                                       +      -          -         -       -        -
PUT    /users/:id                                       +      -          -         -       -        -
DELETE /users/:id                                       +      -          -         -       -        -
POST   /users/:id/invitation                            +      -          -         -       -        -
POST   /users/:id/password-reset                        +      -          -         -       -        -
GET    /users/:id/user-attributes                       +      -          -         -       -        -
GET    /groups                                          +      -          -         -       -        -
POST   /groups                                          +      -          -         -       -        -
GET    /groups/:id                                      +      -          -         -       -        -
PUT    /groups/:id                                      +      -          -         -       -        -
DELETE /groups/:id                                      +      -          -         -       -        -
GET    /groups/:id/members                              +      -          -         -       -        -
POST   /groups/:id/members                              +      -          -         -       -        -
DELETE /groups/:id/members                              +      -          -         -       -        -
GET    /embed-tenants                                   +      -          -         -       -        -
DELETE /embed-tenants/:embedTenantName                  +      -          -         -       -        -
GET    /embed-tenants/:embedTenantName/groups           +      -          -         -       -        -
POST   /embed-tenants/:embedTenantName/groups           +      -          -         -       -        -
PUT    /embed-tenants/:embedTenantName/groups/:id       +      -          -         -       -        -
DELETE /embed-tenants/:embedTenantName/groups/:id       +      -          -         -       -        -
GET    /embed-tenants/:embedTenantName/groups/:id/members +      -          -         -       -        -
POST   /embed-tenants/:embedTenantName/groups/:id/members +      -          -         -       -        -
DELETE /embed-tenants/:embedTenantName/groups/:id/members +      -          -         -       -        -
GET    /embed-tenants/:embedTenantName/users            +      -          -         -       -        -
DELETE /embed-tenants/:embedTenantName/users/:id        +      -          -         -       -        -
GET    /embed-tenants/:embedTenantName/user-attributes  +      -          -         -       -        -
DELETE /embed-tenants/:embedTenantName/user-attributes/:id +      -          -         -       -        -
GET    /embed-tenants/:embedTenantName/sessions         +      -          -         -       -        -
DELETE /embed-tenants/:embedTenantName/sessions/:id     +      -          -         -       -        -
DELETE /embed-tenants/:embedTenantName/users/:id/sessions +      -          -         -       -        -
GET    /user-attributes                                 +      -          -         -       -        -
POST   /user-attributes                                 +      -          -         -       -        -
GET    /user-attributes/:id                             +      -          -         -       -        -
PUT    /user-attributes/:id                             +      -          -         -       -        -
DELETE /user-attributes/:id                             +      -          -         -       -        -
GET    /roles                                           +      -          -         -       -        -
POST   /roles                                           +      -          -         -       -        -
GET    /roles/:id                                       +      -          -         -       -        -
PUT    /roles/:id                                       +      -          -         -       -        -
DELETE /roles/:id                                       +      -          -         -       -        -
GET    /account/settings                                +      -          -         -       -        -
PUT    /account/settings                                +      -          -         -       -        -
GET    /dashboard-themes                                +      +          +         +       +        -
POST   /dashboard-themes                                +      -          -         -       -        -
PUT    /dashboard-themes/:id                            +      -          -         -       -        -
DELETE /dashboard-themes/:id                            +      -          -         -       -        -
GET    /chart-palettes                                  +      +          +         +       +        -
POST   /chart-palettes                                  +      -          -         -       -        -
PUT    /chart-palettes/:id                              +      -          -         -       -        -
DELETE /chart-palettes/:id                              +      -          -         -       -        -
POST   /map-shapes                                      +      +          +         -       -        -
GET    /audit-logs                                      +      -          -         -       +        -
GET    /audit-logs/export                               +      -          -         -       +        -
GET    /api-keys                                        +      -          -         -       -        -
POST   /api-keys                                        +      -          -         -       -        -
PUT    /api-keys/:id                                    +      -          -         -       -        -
DELETE /api-keys/:id                                    +      -          -         -       -        -
GET    /ai-models                                       +      -          -         -       -        -
POST   /ai-models                                       +      -          -         -       -        -
GET    /ai-models/:id                                   +      -          -         -       -        -
PUT    /ai-models/:id                                   +      -          -         -       -        -
DELETE /ai-models/:id                                   +      -          -         -       -        -
POST   /ai-models/:id/test                              +      -          -         -       -        -
GET    /ai-usage                                        +      -          -         -       -        -
GET    /resource-policies                               +      +          +         +       +        -
GET    /resource-policies/candidates                    +      +          +         -       -        -
PUT    /resource-policies/user                          +      +          +         +       +        -
PUT    /resource-policies/group                         +      +          +         +       +        -
`;

/** Their own tests say who may what of these: the answer depends on the deployment, or is the same for everybody. */
const elsewhere = /^\w+ \/(deployments|api\/docs|api\/scim|build\/deploy|chat|public)\b/;

const [head = '', ...lines] = table.trim().split('\n');
const callers = head.trim().split(/\s+/).slice(1);
const rows = lines.map((line) => {
  const [method = '', path = '', ...cells] = line.trim().split(/\s+/);
  return { route: `${method} ${path}`, method: method as Method, path, cells };
});

type Method = Parameters<PlatformFixture['ask']>[0];

describe('rights on routes', () => {
  let platform: PlatformFixture;
  const keys = new Map<string, string>();

  beforeAll(async () => {
    platform = await PlatformFixture.open('sqlite', { now: () => Date.UTC(2026, 5, 17) });
    const { changes, roles, accountId } = platform.metadata;
    const right = { name: 'Auditors', base: 'viewer', actions: ['AuditLogManage'], policies: [] };
    const { id } = await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      roles.create(change, right),
    );
    for (const role of ['admin', 'developer', 'explorer', 'viewer'] as const) {
      keys.set(role, await platform.keyOf({ username: role, role }));
    }
    keys.set('auditor', await platform.keyOf({ username: 'auditor', role: 'viewer', customRoles: [id] }));
    keys.set('anybody', '');
  });

  afterAll(() => platform[Symbol.asyncDispose]());

  it('are in the table for every route, and for no others', () => {
    const served = platform.routes
      .map((route) => route.replace('/api/v1', ''))
      .filter((route) => !elsewhere.test(route));
    expect(rows.map(({ route }) => route).sort()).toEqual([...new Set(served)].sort());
    expect(
      rows.every(({ cells }) => cells.length === callers.length && cells.every((cell) => /^[+-]$/.test(cell))),
    ).toBe(true);
  });

  it.each(rows)('$route', async ({ method, path, cells }) => {
    for (const [index, caller] of callers.entries()) {
      const key = keys.get(caller) ?? 'unknown caller';
      // Nothing is there by this number, and a body of nothing is wrong almost everywhere: only rights are looked at.
      const { status, text } = await platform.ask(method, path.replace(':id', '999999'), { key });
      const isRefused = status >= 400 && /Only admins|takes the (?:right|session)|header isn't set/.test(text);
      expect([caller, isRefused ? '-' : '+', isRefused ? status : '']).toEqual([
        caller,
        cells[index],
        cells[index] === '+' ? '' : caller === 'anybody' ? 401 : 403,
      ]);
    }
  });
});
