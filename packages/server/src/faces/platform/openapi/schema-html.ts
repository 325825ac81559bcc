import { escapeHtml } from '@orrery/kernel';
import type { JsonSchema } from '../../../openapi/index.ts';

/** Describes a schema in words; other schemas become links. */
export function schemaHtml(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, not, properties, items, prefixItems, enum: words, const: word } = schema;
  if (typeof $ref === 'string') return refHtml($ref);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.map((one) => schemaHtml(one as JsonSchema)).join(' or ');
  if (not) return 'never given';
  if (word !== undefined) return `<code>${escapeHtml(JSON.stringify(word))}</code>`;
  if (Array.isArray(words)) return words.map((one) => `<code>${escapeHtml(JSON.stringify(one))}</code>`).join(' or ');
  if (Array.isArray(prefixItems))
    return `list of ${prefixItems.map((one) => schemaHtml(one as JsonSchema)).join(', ')}`;
  if (items) return `list of ${schemaHtml(items as JsonSchema)}${boundsHtml(schema)}`;
  if (properties) return propertiesHtml(schema, properties as Readonly<Record<string, JsonSchema>>);
  const { type, format } = schema;
  const name = [type ?? 'anything'].flat().join(' or ');
  return escapeHtml(typeof format === 'string' ? `${name} (${format})` : name) + boundsHtml(schema);
}

function refHtml(ref: string): string {
  const name = escapeHtml(ref.slice(ref.lastIndexOf('/') + 1));
  return `<a href="#schema-${name}">${name}</a>`;
}

function propertiesHtml(schema: JsonSchema, properties: Readonly<Record<string, JsonSchema>>): string {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const lines = Object.entries(properties).map(([name, property]) => {
    const marks = [
      required.includes(name) ? '' : ' <i>optional</i>',
      property.deprecated === true ? ' <i>deprecated</i>' : '',
      typeof property.description === 'string' ? ` – ${escapeHtml(property.description)}` : '',
    ];
    return `<li><code>${escapeHtml(name)}</code>${marks.join('')}: ${schemaHtml(property)}</li>`;
  });
  return `object<ul>${lines.join('')}</ul>`;
}

const bounds: readonly (readonly [string, string])[] = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'characters, at least'],
  ['maxLength', 'characters, at most'],
  ['minItems', 'at least'],
  ['maxItems', 'at most'],
  ['pattern', 'like'],
];

function boundsHtml(schema: JsonSchema): string {
  const said = bounds.flatMap(([key, words]) => {
    const value = schema[key];
    if (
      value === undefined ||
      (key === 'pattern' && schema.format !== undefined) ||
      Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
    )
      return [];
    return [`${words} <code>${escapeHtml(String(value))}</code>`];
  });
  return said.length === 0 ? '' : `, ${said.join(', ')}`;
}
