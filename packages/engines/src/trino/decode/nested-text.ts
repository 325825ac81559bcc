import { blobText, withoutExponent } from '../../value-text/index.ts';
import type { TrinoType } from '../page.ts';
import type { TextJson } from '../page-json.ts';

/**
 * Writes an array, a map or a row as JSON, with its values as in those of DuckDB: small integers, doubles and booleans
 * unquoted, all others as texts. A row without names for its fields is a list.
 */
export function nestedText(value: TextJson, type: TrinoType): string {
  if (value === null) return 'null';
  const [first, second] = type.types;
  switch (type.rawType) {
    case 'array':
      return `[${listOf(value)
        .map((item) => nestedText(item, first ?? type))
        .join(',')}]`;
    case 'map':
      return members(Object.entries(value).map(([key, item]) => [key, nestedText(item ?? null, second ?? type)]));
    case 'row':
      return rowText(listOf(value), type);
    case 'boolean':
      return String(value);
    case 'tinyint':
    case 'smallint':
    case 'integer':
    case 'real':
    case 'double':
      return numberText(String(value));
    case 'number':
      return JSON.stringify(withoutExponent(String(value)));
    case 'varbinary':
      return JSON.stringify(blobText(Buffer.from(String(value), 'base64')));
    default:
      return JSON.stringify(value);
  }
}

function rowText(values: readonly TextJson[], { types, fieldNames }: TrinoType): string {
  const texts = values.map((value, index) =>
    nestedText(value, types[index] ?? { rawType: '', types: [], fieldNames: [], numbers: [] }),
  );
  const names = new Set(fieldNames);
  if (names.size < texts.length || names.has(undefined)) return `[${texts.join(',')}]`;
  return members(texts.map((text, index) => [fieldNames[index] ?? '', text]));
}

function members(entries: readonly (readonly [name: string, text: string])[]): string {
  return `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** NaN and the infinities are texts. */
function numberText(text: string): string {
  const value = Number(text);
  return JSON.stringify(Number.isFinite(value) ? value : text);
}

function listOf(value: TextJson): readonly TextJson[] {
  return Array.isArray(value) ? (value as readonly TextJson[]) : [];
}
