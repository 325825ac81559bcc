import type { ScimResourceType } from '../schema/index.ts';
import { isElement, type ScimResource, type ResourceValue } from './resource.ts';
import { select, type Selection } from './selection.ts';

/** A resource in the form clients read. */
export type PresentedResource = Readonly<Record<string, unknown>>;

/** Presents the selected attributes of a resource. The list of schemas covers the whole resource. */
export function presentResource(
  type: ScimResourceType,
  resource: ScimResource,
  selection: Selection,
): PresentedResource {
  const extensionUrn = type.extension?.id;
  const hasExtension = extensionUrn !== undefined && resource.extension.size > 0;
  const { core, extension } = select(type, selection, resource);
  return {
    schemas: [type.core.id, ...(hasExtension ? [extensionUrn] : [])],
    ...Object.fromEntries(Object.entries(core).filter(([, value]) => !isNothing(value))),
    ...(hasExtension && extension.size > 0 ? { [extensionUrn]: Object.fromEntries(extension) } : {}),
  };
}

/** Whether nothing is left of a value because only absent parts were selected. */
function isNothing(value: ResourceValue): boolean {
  return isElement(value) && Object.keys(value).length === 0;
}
