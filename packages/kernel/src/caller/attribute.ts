export const attributeTypes = ['string', 'number', 'string_array', 'number_array'] as const;

export type AttributeType = (typeof attributeTypes)[number];

export type AttributeValue = string | number | readonly string[] | readonly number[];

/** An account's attribute of its users, which policies may read. */
export interface Attribute {
  readonly id: number;
  /** Name of the attribute in policies. */
  readonly name: string;
  readonly type: AttributeType;
  readonly displayName: string | undefined;
  /** Default for users without a value, as text; lists as JSON. */
  readonly defaultValue: string | undefined;
  readonly description: string | undefined;
}

const longestText = 4_000;
const mostItems = 1_000;

/** Describes why a value is invalid for an attribute; `undefined` for a valid one. */
export function valueFault(type: AttributeType, value: unknown): string | undefined {
  const one = type.startsWith('string') ? isText : isFiniteNumber;
  const isSound = type.endsWith('_array')
    ? Array.isArray(value) && value.length <= mostItems && value.every(one)
    : one(value);
  if (!isSound) return `must be ${type}`;
  const isExact = [value].flat().every((one) => !Number.isInteger(one) || Number.isSafeInteger(one));
  return isExact ? undefined : 'has a whole number of more than 15 digits, not all of which would be kept';
}

/**
 * Parses the text of a default.
 * @returns `undefined` when the text is invalid
 */
export function readDefault(type: AttributeType, text: string): AttributeValue | undefined {
  const value = type === 'string' ? text : type === 'number' ? readNumber(text) : readJson(text);
  return valueFault(type, value) === undefined ? (value as AttributeValue) : undefined; // checked by `valueFault`
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestText && value.isWellFormed() && !value.includes('\0');
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function readNumber(text: string): number | undefined {
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // invalid JSON counts as no value
  }
}
