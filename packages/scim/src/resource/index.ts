export { deepestJson, fieldOf, foldedEntries, isJsonObject } from './json-object.ts';
export { addElements, keysOf, withPrimary } from './normalise-elements.ts';
export { presentResource } from './present-resource.ts';
export { present } from './present.ts';
export { readBoolean } from './read-boolean.ts';
export { readResource, replaceResource, requireComplete, requireObject } from './read-resource.ts';
export { isAbsent, readElement, readElements, readSimple, readValue } from './read-value.ts';
export {
  type Element,
  elementsOf,
  isElement,
  type ScimResource,
  type Simple,
  type ResourceValue,
  valuesOf,
} from './resource.ts';
export { isSelected, readSelection, type Selection } from './selection.ts';
