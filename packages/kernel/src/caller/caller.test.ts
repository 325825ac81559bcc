import { describe, expect, it } from 'vitest';
import { auditActorOf } from './audit-actor.ts';
import type { Caller, Person, Viewer } from './caller.ts';
import type { AccessToken } from './oauth-scopes.ts';
import { callerClaims } from './caller-claims.ts';
import { claimsOf } from './claims-of.ts';
import { policyCallerOf } from './policy-caller.ts';
import { isInScope, mayDo } from './rights.ts';

const person: Person = {
  kind: 'person',
  accountId: 1,
  userId: 7,
  username: 'ann',
  email: 'ann@example.com',
  role: 'admin',
  grants: [],
  deployments: new Set([2]),
  address: '192.0.2.1',
};

const viewer: Viewer = {
  kind: 'viewer',
  accountId: 1,
  userId: 8,
  isInternal: false,
  username: 'u1',
  email: undefined,
  displayName: undefined,
  picture: undefined,
  tenantId: 3,
  tenantName: 'acme-corp',
  deploymentId: 2,
  isCreator: false,
  sessionId: 's1',
  publicDashboardId: undefined,
  securityContext: { team: 'a' },
  expiresAt: 9,
};

/** A caller of each kind. */
const callers = {
  person,
  provider: { ...person, kind: 'provider' },
  viewer,
  token: { kind: 'token', deploymentId: 2, securityContext: { tenant: 'acme' }, scopes: new Set(['data'] as const) },
  command: { kind: 'command' },
} as const satisfies { readonly [Kind in Caller['kind']]: Extract<Caller, { readonly kind: Kind }> };

describe('what is derived from a caller', () => {
  it.each([
    ['person', { via: 'app', userId: 7, email: 'ann@example.com', address: '192.0.2.1' }],
    ['provider', { via: 'scim', userId: 7, email: 'ann@example.com', address: '192.0.2.1' }],
    ['viewer', { via: 'app', userId: 8, email: 'u1' }],
    ['command', { via: 'command' }],
  ] as const)('gives the audit actor of a %s', (kind, expected) => {
    expect(auditActorOf(callers[kind])).toEqual(expected);
  });

  it.each(['person', 'provider'] as const)('names the application that acts for a %s', (kind) => {
    const token: AccessToken = {
      grantId: 5,
      clientId: 'oc-1',
      clientName: 'An assistant',
      scopes: new Set(['platform']),
      audience: undefined,
      expiresAt: 9,
    };
    expect(auditActorOf({ ...callers[kind], token })).toEqual({
      ...auditActorOf(callers[kind]),
      application: { client: 'An assistant', clientId: 'oc-1', grant: 5 },
    });
  });

  it('gives an audit actor with the username when there is no email address', () => {
    expect(auditActorOf({ ...person, email: undefined }).email).toBe('ann');
  });

  it("gives the claims of a person, which name the user but none of the user's rights", () => {
    expect(claimsOf(callers.person)).toEqual({ cubeCloud: { user: 7 } });
  });

  it('gives the claims of a viewer, which name the session beside the context that it brings', () => {
    expect(claimsOf(viewer)).toEqual({ team: 'a', cubeCloud: { viewer: 8, session: 's1' } });
  });

  it.each(['person', 'provider'] as const)(
    'gives the rights of a %s, within the deployments of the API key',
    (kind) => {
      const caller = callers[kind];
      expect([isInScope(caller, 1), isInScope(caller, 2)]).toEqual([false, true]);
      expect(mayDo(caller, 'DeploymentDelete', { deploymentId: 1 })).toBe(false);
      expect(mayDo(caller, 'DeploymentDelete', { deploymentId: 2 })).toBe(true);
      expect(mayDo(caller, 'BillingRead', 'account')).toBe(true);
    },
  );

  it('gives what policies read of a token, and one cache key for equal callers', () => {
    const { token } = callers;
    expect(policyCallerOf(token.securityContext).securityContext).toBe(token.securityContext);
    const later = { ...token, securityContext: { exp: 7, tenant: 'acme' } };
    expect(callerClaims(later)).toBe(callerClaims(token));
  });
});
