import { z, type ZodType } from 'zod';
import { scimResourceTypeSchema, scimSchemaSchema } from './discovery.ts';
import { selectedScimGroupSchema, selectedScimUserSchema } from './resource.ts';

/** One page of the resources that a search found. */
export const scimListSchema = listOf(selectedScimUserSchema.or(selectedScimGroupSchema));

/** Everything that is described, on one page. */
export const scimResourceTypesSchema = listOf(scimResourceTypeSchema);
export const scimSchemasSchema = listOf(scimSchemaSchema);

function listOf<Resource extends ZodType>(resource: Resource) {
  return z.strictObject({
    schemas: z.tuple([z.literal('urn:ietf:params:scim:api:messages:2.0:ListResponse')]),
    totalResults: z.int().min(0),
    /** Counted from 1. */
    startIndex: z.int().min(1),
    itemsPerPage: z.int().min(0),
    Resources: z.array(resource),
  });
}

export interface ScimList extends Omit<z.infer<typeof scimListSchema>, 'Resources'> {
  /** Attributes by their names, which depend on the account. */
  Resources: Record<string, unknown>[];
}
