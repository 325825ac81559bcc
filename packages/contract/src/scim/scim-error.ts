import { z } from 'zod';

/** Every answer of SCIM that is no success. */
export const scimErrorSchema = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:api:messages:2.0:Error')]),
  /** That of the answer, as a text. */
  status: z.string().regex(/^[45]\d\d$/),
  scimType: z
    .enum([
      'invalidFilter',
      'invalidPath',
      'invalidSyntax',
      'invalidValue',
      'mutability',
      'noTarget',
      'tooMany',
      'uniqueness',
    ])
    .optional(),
  detail: z.string(),
});

export type ScimErrorBody = z.infer<typeof scimErrorSchema>;
