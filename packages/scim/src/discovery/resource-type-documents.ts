import type { ScimResourceType } from '../schema/index.ts';
import { resourceTypeUrn } from '../urns.ts';

export interface DiscoveryDocument {
  readonly id: string;
  readonly [name: string]: unknown;
}

/** @param base address of SCIM, without a slash at its end */
export function resourceTypeDocuments(types: readonly ScimResourceType[], base: string): readonly DiscoveryDocument[] {
  return types.map(({ name, endpoint, core, extension }) => ({
    schemas: [resourceTypeUrn],
    id: name,
    name,
    description: core.description,
    endpoint,
    schema: core.id,
    ...(extension ? { schemaExtensions: [{ schema: extension.id, required: false }] } : {}),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }));
}
