export const attributeTypes = ['string', 'number', 'string_array', 'number_array'] as const;

export type AttributeType = (typeof attributeTypes)[number];

export type AttributeValue = string | number | readonly string[] | readonly number[];

/** Something an account says of its users, which policies may read. */
export interface Attribute {
  readonly id: number;
  /** How policies name it. */
  readonly name: string;
  readonly type: AttributeType;
  readonly displayName: string | undefined;
  /** As text: of lists JSON. Holds for users without a value. */
  readonly defaultValue: string | undefined;
  readonly description: string | undefined;
}

const longestText = 4_000;
const mostItems = 1_000;

/** What is wrong with a value of an attribute, or `undefined`. */
export function valueFault(type: AttributeType, value: unknown): string | undefined {
  const one = type.startsWith('string') ? isText : isFiniteNumber;
  const isSound = type.endsWith('_array')
    ? Array.isArray(value) && value.length <= mostItems && value.every(one)
    : one(value);
  if (!isSound) return `must be ${type}`;
  const isExact = [value].flat().every((one) => !Number.isInteger(one) || Number.isSafeInteger(one));
  return isExact ? undefined : 'has a whole number of more than 15 digits, not all of which would be kept';
}

/** The value a default stands for. @returns `undefined` when it stands for none */
export function readDefault(type: AttributeType, text: string): AttributeValue | undefined {
  const value = type === 'string' ? text : type === 'number' ? readNumber(text) : readJson(text);
  return valueFault(type, value) === undefined ? (value as AttributeValue) : undefined; // of that type
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
    return undefined; // not JSON is no value
  }
}
