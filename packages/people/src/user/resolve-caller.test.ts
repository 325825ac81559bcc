import { describe, expect, it } from 'vitest';
import { Unauthorized } from '../../../kernel/src/failure/errors.ts';
import type { CurrentRights } from '../../../kernel/src/caller/current-rights.ts';
import { resolveCaller } from './resolve-caller.ts';

const standing: CurrentRights = { groups: ['eu'], roles: ['viewer'], userAttributes: { city: 'Oslo' } };

function principal(securityContext: Readonly<Record<string, unknown>>) {
  return { kind: 'token' as const, deploymentId: 1, securityContext, scopes: new Set([]) };
}

const noUsers = { of: async () => undefined };

describe('a caller', () => {
  it('has the claims of the token when it names no user', async () => {
    const given = principal({ tenant: 'a', cubeCloud: { groups: ['us'] } });
    expect(await resolveCaller(given, noUsers)).toBe(given);
  });

  it('has the current rights of the user that the token names', async () => {
    const given = principal({ email: 'ann@x.io', cubeCloud: { user: 7 } });
    let now: CurrentRights | undefined = standing;
    const users = { of: async (id: number) => (id === 7 ? now : undefined) };
    const first = await resolveCaller(given, users);
    expect(first.securityContext).toEqual({ email: 'ann@x.io', cubeCloud: { user: 7, ...standing } });
    expect((await resolveCaller(given, users)).securityContext).toEqual(first.securityContext);
    now = { ...standing, groups: [] };
    expect((await resolveCaller(given, users)).securityContext['cubeCloud']).toMatchObject({ groups: [] });
    now = undefined;
    await expect(resolveCaller(given, users)).rejects.toThrow(Unauthorized);
  });

  it.each([
    { cubeCloud: { user: 8 } },
    { cubeCloud: { user: '7' } },
    { cubeCloud: { user: null } },
    { cubeCloud: { user: 7, groups: ['admins'] } },
    { cubeCloud: { user: 7, userAttributes: {} } },
    { cubeCloud: { groups: 'eu' } },
  ])('is refused for impossible claims: %j', async (context) => {
    const users = { of: async (id: number) => (id === 7 ? standing : undefined) };
    await expect(resolveCaller(principal(context), users)).rejects.toThrow('Invalid token');
  });
});
