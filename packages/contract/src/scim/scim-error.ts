import { z } from 'zod';

/** Error answer of SCIM. */
export const scimErrorSchema = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:api:messages:2.0:Error')]),
  /** Status of the answer, as text. */
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
