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
    expect(await resolveCaller(given, () => noUsers)).toBe(given);
  });

  it('has the current rights of the user that the token names', async () => {
    const given = principal({ email: 'ann@x.io', cubeCloud: { user: 7 } });
    let now: CurrentRights | undefined = standing;
    const users = { of: async (id: number) => (id === 7 ? now : undefined) };
    const first = await resolveCaller(given, () => users);
    expect(first.securityContext).toEqual({ email: 'ann@x.io', cubeCloud: { user: 7, ...standing } });
    expect((await resolveCaller(given, () => users)).securityContext).toEqual(first.securityContext);
    now = { ...standing, groups: [] };
    expect((await resolveCaller(given, () => users)).securityContext['cubeCloud']).toMatchObject({ groups: [] });
    now = undefined;
    await expect(resolveCaller(given, () => users)).rejects.toThrow(Unauthorized);
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
    await expect(resolveCaller(principal(context), () => users)).rejects.toThrow('Invalid token');
  });

  it('has the current rights of the viewer whose session the token names, and the address that is known of them', async () => {
    const rights = { ...standing, roles: [], userId: 8, deploymentId: 1, email: 'u1@x.io' };
    const users = {
      ...noUsers,
      viewers: { of: async (id: string) => (id === 's1' ? rights : undefined), stillHold: () => true },
    };
    const given = { team: 'a', email: 'forged@x.io', cubeCloud: { viewer: 8, session: 's1' } };
    const { securityContext } = await resolveCaller(principal(given), () => users);
    const { groups, roles, userAttributes } = rights;
    const cubeCloud = { viewer: 8, groups, roles, userAttributes };
    expect(securityContext).toEqual({ team: 'a', email: 'u1@x.io', cubeCloud });
    const ofNobody = { ...users, viewers: { ...users.viewers, of: async () => ({ ...rights, email: undefined }) } };
    expect((await resolveCaller(principal(given), () => ofNobody)).securityContext).toEqual({ team: 'a', cubeCloud });
    for (const wrong of [
      { viewer: 8 },
      { viewer: 9, session: 's1' },
      { viewer: 8, session: 's2' },
      { viewer: 8, session: 's1', groups: ['admins'] },
      { viewer: '8', session: 's1' },
    ]) {
      await expect(resolveCaller(principal({ cubeCloud: wrong }), () => users)).rejects.toThrow('Invalid token');
    }
    await expect(resolveCaller(principal(given), () => noUsers)).rejects.toThrow('Invalid token');
  });
});
