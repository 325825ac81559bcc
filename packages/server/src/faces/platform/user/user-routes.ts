import { userOperations } from '@orrery/contract';
import type { SignInMail } from '@orrery/content';
import {
  type AttributeService,
  joins,
  type MadeLink,
  type SignInService,
  type User,
  type UserService,
} from '@orrery/people';
import { InvalidFields } from '../invalid-fields.ts';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentLink, presentUser } from './present-user.ts';
import { readUserChange, readValues } from './read-user-change.ts';
import { type Memberships, showUser, showUsers } from './show-users.ts';

export interface UserServices extends Memberships {
  readonly users: UserService;
  readonly attributes: AttributeService;
  readonly signIn: SignInService;
  readonly signInMail: SignInMail;
}

const order = byNumber('users');

/** Serves the users of the account. */
export function serveUsers(face: PlatformFace, services: UserServices): void {
  const { users, attributes, signIn, signInMail } = services;

  /** Shows the link; it was mailed before, if possible. */
  const showLink = async (user: User, link: MadeLink) => presentLink(link, await signInMail.send(user, link));

  serve(face, userOperations.list, async ({ accountId, query: { search, status, role, groupId, ...cursor } }) => {
    const page = readPage(cursor, order);
    const found = await users.list(accountId, { ...rangeFrom(page), search, status, role, groupId });
    const shown = await showUsers(accountId, found, services);
    return presentPage(
      shown.map((one) => ({ ...one, id: one.user.id })),
      page,
      presentUser,
    );
  });

  serve(face, userOperations.create, async ({ accountId, makeChange, changeRights, body }) => {
    const username = body.username ?? body.email;
    if (!username) throw new InvalidFields([{ path: 'username', message: 'is required without an email' }]);
    const input = {
      ...readUserChange(body),
      username,
      role: body.role ?? undefined,
      customRoles: body.customRoleIds ?? undefined,
      groups: body.groupIds ?? undefined,
      attributes: readValues(body.userAttributes),
      status: body.status ?? 'invited',
    };
    const user = await (joins(input) ? changeRights : makeChange)((change) => users.create(change, input));
    const isInvited = user.status === 'invited';
    const invitation = isInvited ? await makeChange((change) => signIn.inviteNew(change, user.id)) : undefined;
    const shown = presentUser(await showUser(accountId, user, services));
    return { ...shown, invitation: invitation ? await showLink(user, invitation) : null };
  });

  serve(face, userOperations.get, async ({ accountId, params: { id } }) =>
    presentUser(await showUser(accountId, await users.get(accountId, id), services)),
  );

  serve(face, userOperations.update, async ({ accountId, changeRights, params: { id }, body }) => {
    const input = {
      ...readUserChange(body),
      username: body.username,
      role: body.role,
      status: body.status,
      customRoles: body.customRoleIds,
      groups: body.groupIds,
      attributes: readValues(body.userAttributes),
    };
    const user = await changeRights((change) => users.update(change, id, input));
    return presentUser(await showUser(accountId, user, services));
  });

  serve(face, userOperations.delete, ({ changeRights, params: { id } }) =>
    changeRights((change) => users.delete(change, id)),
  );

  serve(face, userOperations.invite, async ({ accountId, makeChange, params: { id } }) => {
    const user = await users.get(accountId, id);
    return showLink(user, await makeChange((change) => signIn.invite(change, id)));
  });

  serve(face, userOperations.resetPassword, async ({ accountId, makeChange, params: { id } }) => {
    const user = await users.get(accountId, id);
    return showLink(user, await makeChange((change) => signIn.resetPassword(change, id)));
  });

  serve(face, userOperations.values, async ({ accountId, params }) => {
    const { id } = await users.get(accountId, params.id);
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
