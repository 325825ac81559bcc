import { userAttributeOperations, type WireUserAttribute } from '@orrery/contract';
import type { Attribute } from '@orrery/kernel';
import type { AttributeService } from '@orrery/people';
import { InvalidFields } from '../invalid-fields.ts';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface UserAttributeServices {
  readonly attributes: AttributeService;
}

const order = byNumber('user attributes');

/** Serves the attributes of users. */
export function serveUserAttributes(face: PlatformFace, { attributes }: UserAttributeServices): void {
  serve(face, userAttributeOperations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    return presentPage(await attributes.list(accountId, rangeFrom(page)), page, presentAttribute);
  });

  serve(face, userAttributeOperations.create, async ({ changeRights, body }) =>
    presentAttribute(await changeRights((change) => attributes.create(change, body))),
  );

  serve(face, userAttributeOperations.get, async ({ accountId, params: { id } }) =>
    presentAttribute(await attributes.get(accountId, id)),
  );

  serve(
    face,
    userAttributeOperations.update,
    async ({ accountId, changeRights, params: { id }, body: { type, ...input } }) => {
      const before = await attributes.get(accountId, id);
      if (type !== undefined && type !== before.type) {
        throw new InvalidFields([{ path: 'type', message: 'never changes; delete the attribute and make another' }]);
      }
      return presentAttribute(await changeRights((change) => attributes.update(change, id, input)));
    },
  );

  serve(face, userAttributeOperations.delete, ({ changeRights, params: { id } }) =>
    changeRights((change) => attributes.delete(change, id)),
  );
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
