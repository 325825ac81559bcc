import { newUserAttributeSchema, userAttributeUpdateSchema, type WireUserAttribute } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import type { Attribute } from '../../identity/attribute.ts';
import { InvalidFields, readFields } from '../invalid-fields.ts';
import { presentPage, readPage } from '../page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn, adminOf } from '../request-actor.ts';

/** What the account says of its users, for its admins. */
export function registerUserAttributeRoutes(
  app: FastifyInstance,
  { attributes }: Pick<PlatformDependencies, 'attributes'>,
): void {
  app.get('/user-attributes', async (request) => {
    const { accountId } = adminOf(request);
    const page = readPage(request.query);
    const found = await attributes.list(accountId, { afterId: page.afterId, most: page.size + 1 });
    return presentPage(found, page, presentAttribute);
  });

  app.post('/user-attributes', async (request) => {
    const { accountId } = adminOf(request);
    const given = readFields(newUserAttributeSchema, request.body);
    return presentAttribute(await attributes.create(accountId, actingIn(request), given));
  });

  app.get('/user-attributes/:id', async (request) => {
    const { accountId } = adminOf(request);
    return presentAttribute(await attributes.get(accountId, pathNumber(request, 'id', 'user attribute')));
  });

  app.put('/user-attributes/:id', async (request) => {
    const { accountId } = adminOf(request);
    const id = pathNumber(request, 'id', 'user attribute');
    const { type, ...change } = readFields(userAttributeUpdateSchema, request.body);
    const before = await attributes.get(accountId, id);
    if (type !== undefined && type !== before.type) {
      throw new InvalidFields([{ path: 'type', message: 'never changes; delete the attribute and make another' }]);
    }
    return presentAttribute(await attributes.update(accountId, actingIn(request), id, change));
  });

  app.delete('/user-attributes/:id', async (request, reply) => {
    const { accountId } = adminOf(request);
    await attributes.delete(accountId, actingIn(request), pathNumber(request, 'id', 'user attribute'));
    return reply.code(204).send();
  });
}

function presentAttribute({ id, name, type, displayName, defaultValue, description }: Attribute): WireUserAttribute {
  return {
    id,
    name,
    type,
    displayName: displayName ?? null,
    defaultValue: defaultValue ?? null,
    description: description ?? null,
  };
}
