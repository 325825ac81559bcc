import { newUserSchema, usersQuerySchema, userUpdateSchema } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import type { MadeLink } from '../../identity/sign-in-service.ts';
import type { User } from '../../identity/user.ts';
import { InvalidFields, readFields, readParameters } from '../invalid-fields.ts';
import { presentPage, readPage } from '../page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn, adminOf, governorOf } from '../request-actor.ts';
import { presentLink, presentUser } from './present-user.ts';
import { readUserChange, readValues } from './read-user-change.ts';
import { showUser, showUsers } from './show-users.ts';

type Dependencies = Pick<PlatformDependencies, 'users' | 'groups' | 'roles' | 'attributes' | 'signIn' | 'signInMail'>;

/** The people of the account, for its admins. */
export function registerUserRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { users, attributes, signIn, signInMail } = dependencies;

  /** As it is shown; it was mailed before, where that could be done. */
  const showLink = async (user: User, link: MadeLink) => presentLink(link, await signInMail.send(user, link));

  app.get('/users', async (request) => {
    const { accountId } = adminOf(request);
    const { search, status, role, groupId } = readParameters(usersQuerySchema, request.query);
    const page = readPage(request.query);
    const range = { afterId: page.afterId, most: page.size + 1 };
    const found = await users.list(accountId, { ...range, search, status, role, groupId });
    const shown = await showUsers(accountId, found, dependencies);
    return presentPage(
      shown.map((one) => ({ ...one, id: one.user.id })),
      page,
      presentUser,
    );
  });

  app.post('/users', async (request) => {
    const { accountId } = governorOf(request);
    const given = readFields(newUserSchema, request.body);
    const username = given.username ?? given.email;
    if (!username) throw new InvalidFields([{ path: 'username', message: 'is needed where there is no email' }]);
    const user = await users.create(accountId, actingIn(request), {
      ...readUserChange(given),
      username,
      role: given.role ?? undefined,
      customRoles: given.customRoleIds ?? undefined,
      groups: given.groupIds ?? undefined,
      attributes: readValues(given.userAttributes),
      status: given.status ?? 'invited',
    });
    const invitation = user.status === 'invited' ? await signIn.invite(accountId, actingIn(request), user.id) : null;
    const shown = presentUser(await showUser(accountId, user, dependencies));
    return { ...shown, invitation: invitation && (await showLink(user, invitation)) };
  });

  app.get('/users/:id', async (request) => {
    const { accountId } = adminOf(request);
    const user = await users.get(accountId, pathNumber(request, 'id', 'user'));
    return presentUser(await showUser(accountId, user, dependencies));
  });

  app.put('/users/:id', async (request) => {
    const { accountId } = governorOf(request);
    const id = pathNumber(request, 'id', 'user');
    const given = readFields(userUpdateSchema, request.body);
    const user = await users.update(accountId, actingIn(request), id, {
      ...readUserChange(given),
      username: given.username,
      role: given.role,
      status: given.status,
      customRoles: given.customRoleIds,
      groups: given.groupIds,
      attributes: readValues(given.userAttributes),
    });
    return presentUser(await showUser(accountId, user, dependencies));
  });

  app.delete('/users/:id', async (request, reply) => {
    const { accountId } = governorOf(request);
    await users.delete(accountId, actingIn(request), pathNumber(request, 'id', 'user'));
    return reply.code(204).send();
  });

  app.post('/users/:id/invitation', async (request) => {
    const { accountId } = governorOf(request);
    const user = await users.get(accountId, pathNumber(request, 'id', 'user'));
    return showLink(user, await signIn.invite(accountId, actingIn(request), user.id));
  });

  app.post('/users/:id/password-reset', async (request) => {
    const { accountId } = governorOf(request);
    const user = await users.get(accountId, pathNumber(request, 'id', 'user'));
    return showLink(user, await signIn.resetPassword(accountId, actingIn(request), user.id));
  });

  app.get('/users/:id/user-attributes', async (request) => {
    const { accountId } = adminOf(request);
    const { id } = await users.get(accountId, pathNumber(request, 'id', 'user'));
    const [defined, values, effective] = await Promise.all([
      attributes.list(accountId),
      attributes.valuesOf(accountId, [id]),
      attributes.effectiveOf(accountId, id),
    ]);
    const own = values.get(id);
    const items = defined.map(({ name, type }) => ({
      name,
      type,
      value: own?.get(name) ?? null,
      effectiveValue: effective.get(name) ?? null,
    }));
    return { items };
  });
}
