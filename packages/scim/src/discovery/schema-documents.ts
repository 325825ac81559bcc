import type { SchemaAttribute, Schema } from '../schema/index.ts';
import { schemaUrn } from '../urns.ts';
import type { DiscoveryDocument } from './resource-type-documents.ts';

/** @param base address of SCIM, without a slash at its end */
export function schemaDocuments(schemas: readonly Schema[], base: string): readonly DiscoveryDocument[] {
  return schemas.map(({ id, name, description, attributes }) => ({
    schemas: [schemaUrn],
    id,
    name,
    description,
    attributes: attributes.map(presentAttribute),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }));
}

function presentAttribute(attribute: SchemaAttribute): object {
  const { subAttributes, canonicalValues, referenceTypes, ...rest } = attribute;
  return {
    ...rest,
    ...(subAttributes.length > 0 ? { subAttributes: subAttributes.map(presentAttribute) } : {}),
    ...(canonicalValues.length > 0 ? { canonicalValues } : {}),
    ...(referenceTypes.length > 0 ? { referenceTypes } : {}),
  };
}
