import { enterpriseUserUrn, userAttributeAlias, userAttributeUrn } from '../urns.ts';
import { type SchemaAttribute, findAttribute, type Schema } from './attribute.ts';
import { commonAttributes } from './common-attributes.ts';
import { groupSchema } from './group-schema.ts';
import { ignoredUserAttributes, userSchema } from './user-schema.ts';

export interface ScimResourceType {
  readonly name: 'User' | 'Group';
  /** Path below the base. */
  readonly endpoint: '/Users' | '/Groups';
  readonly core: Schema;
  readonly extension: Schema | undefined;
  /** URNs of the extension; bodies, paths and filters may use any of them. */
  readonly extensionUrns: readonly string[];
  /** Lower-case names of standard attributes that are not stored. */
  readonly ignored: ReadonlySet<string>;
  /** Schemas whose attributes are never stored. */
  readonly ignoredUrns: readonly string[];
}

const extensionUrns = [userAttributeUrn, userAttributeAlias];

export function userType(extension: Schema | undefined): ScimResourceType {
  return {
    name: 'User',
    endpoint: '/Users',
    core: userSchema,
    extension,
    extensionUrns,
    ignored: ignoredUserAttributes,
    ignoredUrns: [enterpriseUserUrn],
  };
}

export const groupType: ScimResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  core: groupSchema,
  extension: undefined,
  extensionUrns: [],
  ignored: new Set(),
  ignoredUrns: [],
};

/** The attribute or schema that a name resolves to. */
export type AttributeTarget =
  | { readonly kind: 'attribute'; readonly attribute: SchemaAttribute; readonly sub: SchemaAttribute | undefined }
  | { readonly kind: 'extension-attribute'; readonly attribute: SchemaAttribute }
  | { readonly kind: 'extension' }
  | { readonly kind: 'core' }
  /** A standard attribute that is not stored. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unknown' };

/** Resolves `name`, `name.sub`, `URN:name.sub` and a URN alone. */
export function resolveName(type: ScimResourceType, text: string): AttributeTarget {
  if (sameUrn(text, type.core.id)) return { kind: 'core' };
  if (type.extensionUrns.some((urn) => sameUrn(text, urn))) return { kind: 'extension' };
  if (type.ignoredUrns.some((urn) => sameUrn(text, urn) || within(text, urn) !== undefined)) return { kind: 'ignored' };
  for (const urn of type.extensionUrns) {
    const name = within(text, urn);
    if (name !== undefined) return resolveExtension(type, name);
  }
  return resolveCore(type, within(text, type.core.id) ?? text);
}

function resolveExtension({ extension }: ScimResourceType, name: string): AttributeTarget {
  const attribute = findAttribute(extension?.attributes ?? [], name);
  return attribute ? { kind: 'extension-attribute', attribute } : { kind: 'unknown' };
}

function resolveCore(type: ScimResourceType, text: string): AttributeTarget {
  const [name = '', sub, ...rest] = text.split('.');
  const attribute = findAttribute(commonAttributes, name) ?? findAttribute(type.core.attributes, name);
  if (!attribute) return { kind: type.ignored.has(name.toLowerCase()) ? 'ignored' : 'unknown' };
  if (sub === undefined) return { kind: 'attribute', attribute, sub: undefined };
  const found = findAttribute(attribute.subAttributes, sub);
  return found && rest.length === 0 ? { kind: 'attribute', attribute, sub: found } : { kind: 'unknown' };
}

function sameUrn(text: string, urn: string): boolean {
  return text.toLowerCase() === urn.toLowerCase();
}

/** Returns the rest of a name after the URN. */
function within(text: string, urn: string): string | undefined {
  return sameUrn(text.slice(0, urn.length + 1), `${urn}:`) ? text.slice(urn.length + 1) : undefined;
}
