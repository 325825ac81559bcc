import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  membersSchema,
  newGroupSchema,
  newUserAttributeSchema,
  newUserSchema,
  redeemSchema,
  signInSchema,
  userUpdateSchema,
} from '@orrery/contract';
import { expect, it } from 'vitest';

const page = readFileSync(join(import.meta.dirname, 'keys-and-users.md'), 'utf8');

interface Schema {
  readonly strict: () => { readonly safeParse: (body: unknown) => unknown };
}

const schemas = new Map<string, Schema>([
  ['POST /api/v1/sign-in-links/redeem', redeemSchema],
  ['POST /api/v1/session', signInSchema],
  ['POST /api/v1/user-attributes', newUserAttributeSchema],
  ['POST /api/v1/groups', newGroupSchema],
  ['POST /api/v1/groups/1/members', membersSchema],
  ['POST /api/v1/users', newUserSchema],
  ['PUT /api/v1/users/2', userUpdateSchema],
]);

const bodies = [...page.matchAll(/^(POST|PUT) +(\/\S+) +(\{[^]*?\})\n(?=POST|PUT|```)/gm)].map(
  ([, method, path, body]) => ({ request: `${method} ${path}`, body: body ?? '' }),
);

it('shows a body for each request', () => {
  expect(new Set(bodies.map(({ request }) => request))).toEqual(new Set(schemas.keys()));
});

it.each(bodies)('$request takes the body on the page', ({ request, body }) => {
  const schema = schemas.get(request);
  expect(schema?.strict().safeParse(JSON.parse(body))).toMatchObject({ success: true });
});
