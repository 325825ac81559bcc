import type { ResourceType } from '../schema/index.ts';
import { isElement, type Resource, type Value } from './resource.ts';
import { select, type Selection } from './selection.ts';

/** A resource as clients read it. */
export type PresentedResource = Readonly<Record<string, unknown>>;

/** What is selected of a resource, as a body. Its schemas are those of the whole. */
export function presentResource(type: ResourceType, resource: Resource, selection: Selection): PresentedResource {
  const extensionUrn = type.extension?.id;
  const hasExtension = extensionUrn !== undefined && resource.extension.size > 0;
  const { core, extension } = select(type, selection, resource);
  return {
    schemas: [type.core.id, ...(hasExtension ? [extensionUrn] : [])],
    ...Object.fromEntries(Object.entries(core).filter(([, value]) => !isNothing(value))),
    ...(hasExtension && extension.size > 0 ? { [extensionUrn]: Object.fromEntries(extension) } : {}),
  };
}

/** What is left of a value of which only absent parts were selected. */
function isNothing(value: Value): boolean {
  return isElement(value) && Object.keys(value).length === 0;
}
