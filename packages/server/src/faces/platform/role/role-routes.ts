import { type BodyOf, roleOperations, type WireRole } from '@orrery/contract';
import type { CustomRole, CustomRoleInput, RoleService } from '@orrery/people';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface RoleServices {
  readonly roles: RoleService;
}

const order = byNumber('roles');

/** Serves the custom roles of the account. */
export function serveRoles(face: PlatformFace, { roles }: RoleServices): void {
  serve(face, roleOperations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    return presentPage(await roles.list(accountId, rangeFrom(page)), page, presentRole);
  });

  serve(face, roleOperations.create, async ({ changeRights, body: { actions, policies, ...given } }) => {
    const input = { ...given, actions: actions ?? [], policies: readPolicies(policies) ?? [] };
    return presentRole(await changeRights((change) => roles.create(change, input)));
  });

  serve(face, roleOperations.get, async ({ accountId, params: { id } }) => presentRole(await roles.get(accountId, id)));

  serve(
    face,
    roleOperations.update,
    async ({ changeRights, params: { id }, body: { actions, policies, ...given } }) => {
      const input = { ...given, actions: actions ?? undefined, policies: readPolicies(policies) };
      return presentRole(await changeRights((change) => roles.update(change, id, present(input))));
    },
  );

  serve(face, roleOperations.delete, ({ changeRights, params: { id } }) =>
    changeRights((change) => roles.delete(change, id)),
  );
}

type Policies = BodyOf<typeof roleOperations.create>['policies'];

function readPolicies(policies: Policies): CustomRoleInput['policies'] | undefined {
  return policies?.map(({ deploymentIds, actions }) => ({ deployments: deploymentIds ?? 'all', actions }));
}

function present<T extends object>(change: { [name in keyof T]: T[name] | undefined }): Partial<T> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<T>; // what is left of it
}

function presentRole({ policies, description, base, actions, ...role }: CustomRole): WireRole {
  return {
    id: role.id,
    name: role.name,
    description: description ?? null,
    base,
    actions: [...actions],
    policies: policies.map((policy) => ({
      deploymentIds: policy.deployments === 'all' ? null : [...policy.deployments],
      actions: [...policy.actions],
    })),
  };
}
