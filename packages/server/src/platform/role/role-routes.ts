import { newRoleSchema, roleUpdateSchema, type WireRole } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import type { output } from 'zod';
import type { CustomRole, CustomRoleInput } from '../../identity/custom-role.ts';
import { readFields } from '../invalid-fields.ts';
import { presentPage, readPage } from '../page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn, adminOf, governorOf } from '../request-actor.ts';

/** Roles that the account made itself, for its admins. */
export function registerRoleRoutes(app: FastifyInstance, { roles }: Pick<PlatformDependencies, 'roles'>): void {
  app.get('/roles', async (request) => {
    const { accountId } = adminOf(request);
    const page = readPage(request.query);
    return presentPage(await roles.list(accountId, { afterId: page.afterId, most: page.size + 1 }), page, presentRole);
  });

  app.post('/roles', async (request) => {
    const { accountId } = governorOf(request);
    const { actions, policies, ...given } = readFields(newRoleSchema, request.body);
    const input = { ...given, actions: actions ?? [], policies: readPolicies(policies) ?? [] };
    return presentRole(await roles.create(accountId, actingIn(request), input));
  });

  app.get('/roles/:id', async (request) => {
    const { accountId } = adminOf(request);
    return presentRole(await roles.get(accountId, pathNumber(request, 'id', 'role')));
  });

  app.put('/roles/:id', async (request) => {
    const { accountId } = governorOf(request);
    const id = pathNumber(request, 'id', 'role');
    const { actions, policies, ...given } = readFields(roleUpdateSchema, request.body);
    const change = { ...given, actions: actions ?? undefined, policies: readPolicies(policies) };
    return presentRole(await roles.update(accountId, actingIn(request), id, present(change)));
  });

  app.delete('/roles/:id', async (request, reply) => {
    const { accountId } = governorOf(request);
    await roles.delete(accountId, actingIn(request), pathNumber(request, 'id', 'role'));
    return reply.code(204).send();
  });
}

function readPolicies(policies: output<typeof newRoleSchema>['policies']): CustomRoleInput['policies'] | undefined {
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
