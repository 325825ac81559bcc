import { type ScimResourceType, resolveName } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';
import { type Element, isElement, type ScimResource, type ResourceValue, valuesOf } from './resource.ts';

/** Bound on names, because each is looked up in each resource. */
const mostNames = 200;

/** Selects which attributes an answer holds (RFC 7644 section 3.9). */
export interface Selection {
  readonly kind: 'only' | 'without';
  /** Names as the client wrote them. */
  readonly names: readonly string[];
}

/** @param attributes names, also several in one text @throws ScimError `invalidValue` when both are given */
export function readSelection(attributes: readonly string[], excluded: readonly string[]): Selection {
  const only = namesIn(attributes);
  const without = namesIn(excluded);
  if (only.length + without.length > mostNames)
    throw ScimError.bad('tooMany', `At most ${mostNames} attributes are named`);
  if (only.length > 0 && without.length > 0) {
    throw ScimError.bad('invalidValue', "Only one of 'attributes' and 'excludedAttributes' may be given");
  }
  return only.length > 0 ? { kind: 'only', names: only } : { kind: 'without', names: without };
}

function namesIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(',')).flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

/** Whether an attribute of the core schema is shown at all and so must be loaded. */
export function isSelected(type: ScimResourceType, selection: Selection, name: string): boolean {
  const targets = selection.names.map((given) => resolveName(type, given));
  if (selection.kind === 'without') {
    return !targets.some(
      (target) =>
        target.kind === 'core' || (target.kind === 'attribute' && !target.sub && target.attribute.name === name),
    );
  }
  return targets.some(
    (target) => target.kind === 'core' || (target.kind === 'attribute' && target.attribute.name === name),
  );
}

/** Keeps the selected attributes of a resource, and always its id. */
export function select(type: ScimResourceType, selection: Selection, resource: ScimResource): ScimResource {
  if (selection.names.length === 0) return resource;
  const { id } = resource.core;
  const chosen = selection.kind === 'only' ? keep(type, selection, resource) : drop(type, selection, resource);
  return id === undefined ? chosen : { ...chosen, core: { id, ...chosen.core } };
}

function keep(type: ScimResourceType, { names }: Selection, { core, extension }: ScimResource): ScimResource {
  const kept: Record<string, ResourceValue> = {};
  const keptExtension = new Map<string, ResourceValue>();
  for (const target of names.map((name) => resolveName(type, name))) {
    if (target.kind === 'core') Object.assign(kept, core);
    if (target.kind === 'extension') for (const [name, value] of extension) keptExtension.set(name, value);
    if (target.kind === 'extension-attribute') {
      const value = extension.get(target.attribute.name);
      if (value !== undefined) keptExtension.set(target.attribute.name, value);
    }
    if (target.kind !== 'attribute') continue;
    const { name } = target.attribute;
    const value = core[name];
    if (value === undefined) continue;
    const sub = target.sub?.name;
    const part = sub === undefined ? value : mapElements(value, (element) => pick(element, sub));
    const before = kept[name];
    kept[name] = before === undefined || sub === undefined ? part : together(before, part);
  }
  return { core: kept, extension: keptExtension };
}

function drop(type: ScimResourceType, { names }: Selection, { core, extension }: ScimResource): ScimResource {
  let left = { ...core };
  let leftExtension = new Map(extension);
  for (const target of names.map((name) => resolveName(type, name))) {
    if (target.kind === 'core') left = {};
    if (target.kind === 'extension') leftExtension = new Map();
    if (target.kind === 'extension-attribute') leftExtension.delete(target.attribute.name);
    if (target.kind !== 'attribute') continue;
    const { name } = target.attribute;
    const { [name]: value, ...rest } = left;
    const sub = target.sub?.name;
    const isKept = sub !== undefined && value !== undefined;
    left = isKept ? { ...rest, [name]: mapElements(value, (element) => omit(element, sub)) } : rest;
  }
  return { core: left, extension: leftExtension };
}

function mapElements(value: ResourceValue, change: (element: Element) => Element): ResourceValue {
  if (!Array.isArray(value)) return isElement(value) ? change(value) : value;
  return valuesOf(value).map((one) => (isElement(one) ? change(one) : one)) as readonly Element[]; // elements stay elements
}

function pick(element: Element, name: string): Element {
  const value = element[name];
  return value === undefined ? {} : { [name]: value };
}

function omit(element: Element, name: string): Element {
  const { [name]: _, ...rest } = element;
  return rest;
}

/** Merges several selected parts of one attribute. */
function together(one: ResourceValue, other: ResourceValue): ResourceValue {
  const others = valuesOf(other);
  if (Array.isArray(one)) {
    return valuesOf(one).map((value, index) => ({ ...asElement(value), ...asElement(others[index]) }));
  }
  return { ...asElement(one), ...asElement(other) };
}

function asElement(value: ResourceValue | undefined): Element {
  return value !== undefined && isElement(value) ? value : {};
}
