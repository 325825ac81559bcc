import type { Chunk } from '../source/index.ts';
import { failed } from './template-fault.ts';
import type { ContextValue } from './context-value.ts';

/** A value of a template expression. A plain number is whole. */
export type TemplateValue =
  | boolean
  | number
  | null
  | FloatValue
  | TextValue
  | ListValue
  | DictionaryValue
  | FunctionValue
  | ContextValue
  | MissingValue;

export interface FloatValue {
  readonly kind: 'float';
  readonly value: number;
}

/**
 * Origin of a text. `caller`: some of it comes from a security context, and nothing makes it safer.
 * `author`: it comes from the template or from the operator's variables. `safe`: it is written without escaping.
 */
type Trust = 'caller' | 'author' | 'safe';

export interface TextValue {
  readonly kind: 'text';
  readonly text: string;
  readonly trust: Trust;
  /** The name of the caller's value in the template. */
  readonly from?: string;
  /** Origin of rendered text. */
  readonly chunks?: readonly Chunk[];
}

export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly TemplateValue[];
}

export interface DictionaryValue {
  readonly kind: 'dictionary';
  readonly entries: Map<string, TemplateValue>;
  /** `namespace(...)`: its attributes can be set. */
  readonly isNamespace?: boolean;
  /** The name of the caller's value that the keys come from, if they do. */
  readonly keysFrom?: string;
}

export interface Arguments {
  readonly positional: readonly TemplateValue[];
  readonly named: ReadonlyMap<string, TemplateValue>;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly name: string;
  call(given: Arguments): TemplateValue;
}

export interface MissingValue {
  readonly kind: 'missing';
  /** The name as the template writes it. */
  readonly name: string;
  /** Computed only when a message needs it. */
  hint?(): string | undefined;
}

export function authorText(text: string): TextValue {
  return { kind: 'text', text, trust: 'author' };
}

export function list(items: readonly TemplateValue[]): ListValue {
  return { kind: 'list', items };
}

export function dictionary(entries: Iterable<readonly [string, TemplateValue]>): DictionaryValue {
  return { kind: 'dictionary', entries: new Map(entries) };
}

/** Returns a text derived from others, with the trust of the least trusted one. */
export function derivedText(text: string, ...sources: readonly TemplateValue[]): TextValue {
  const origin = sources.flatMap(callerIn)[0];
  if (origin) return { kind: 'text', text, trust: 'caller', ...(origin.from ? { from: origin.from } : {}) };
  const isSafe = sources.length > 0 && sources.every(isSafeText);
  return { kind: 'text', text, trust: isSafe ? 'safe' : 'author' };
}

function isSafeText(value: TemplateValue): boolean {
  return typeof value === 'object' && value?.kind === 'text' && value.trust === 'safe';
}

/** Finds the caller's texts in a value. Visits each part once, because lists may repeat the same part many times. */
function callerIn(value: TemplateValue): readonly TextValue[] {
  const parts = new Set<TemplateValue>([value]);
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    if (part.kind === 'text' && part.trust === 'caller') return [part];
    if (part.kind === 'list') for (const item of part.items) parts.add(item);
    if (part.kind === 'dictionary') {
      if (part.keysFrom !== undefined && part.entries.size > 0) return keyTexts(part).slice(0, 1);
      for (const item of part.entries.values()) parts.add(item);
    }
  }
  return [];
}

export function keyTexts({ entries, keysFrom }: DictionaryValue): readonly TextValue[] {
  return [...entries.keys()].map((text) =>
    keysFrom === undefined ? authorText(text) : { kind: 'text', text, trust: 'caller', from: keysFrom },
  );
}

/** @throws TemplateFault for what is no single value */
export function requireText(value: TemplateValue): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return numberText(value);
  if (value?.kind === 'text') return value.text;
  if (value?.kind === 'float') return numberText(value);
  throw failed(`${nameOfKind(value)} is not text`);
}

export type Kind = 'none' | 'boolean' | 'integer' | Exclude<TemplateValue, boolean | number | null>['kind'];

export function kindOf(value: TemplateValue): Kind {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' ? 'integer' : value.kind;
}

const kindNames: Readonly<Record<Kind, string>> = {
  none: 'none',
  boolean: 'a boolean',
  integer: 'a number',
  float: 'a number',
  text: 'text',
  list: 'a list',
  dictionary: 'a dictionary',
  function: 'a function',
  context: 'a part of the context',
  missing: 'a missing value',
};

export function nameOfKind(value: TemplateValue): string {
  return kindNames[kindOf(value)];
}

export function isTrue(value: TemplateValue): boolean {
  if (value === null || typeof value !== 'object') return Boolean(value);
  switch (value.kind) {
    case 'float':
      return value.value !== 0;
    case 'text':
      return value.text !== '';
    case 'list':
      return value.items.length > 0;
    case 'dictionary':
      return value.isNamespace === true || value.entries.size > 0;
    case 'function':
    case 'context':
      return true;
    case 'missing':
      return false;
  }
}

export function numberIn(value: TemplateValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  return value !== null && value.kind === 'float' ? value.value : undefined;
}

/** @throws TemplateFault for a whole number whose digits cannot be kept */
export function integer(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw failed('a number is too large to be exact', 'Write it as text');
}

/** @throws TemplateFault for what has no digits */
export function float(value: number): FloatValue {
  if (Number.isFinite(value)) return { kind: 'float', value };
  throw failed('a number is not finite');
}

export function numberText(value: number | FloatValue): string {
  if (typeof value === 'number') return String(value);
  return Number.isInteger(value.value) && Math.abs(value.value) < 1e16 ? value.value.toFixed(1) : String(value.value);
}

/** @param budget limits the work: lists may repeat the same part many times */
export function equal(left: TemplateValue, right: TemplateValue, budget: { step(): void }): boolean {
  budget.step();
  const [a, b] = [numberIn(left), numberIn(right)];
  if (a !== undefined || b !== undefined) return a === b;
  if (left === null || right === null) return left === right;
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  if (left.kind === 'text' && right.kind === 'text') return left.text === right.text;
  if (left.kind === 'missing' && right.kind === 'missing') return true;
  if (left.kind === 'list' && right.kind === 'list')
    return (
      left.items.length === right.items.length &&
      left.items.every((item, at) => equal(item, right.items[at] ?? null, budget))
    );
  if (left.kind === 'dictionary' && right.kind === 'dictionary') {
    if (left.entries.size !== right.entries.size) return false;
    return [...left.entries].every(([key, one]) => {
      const other = right.entries.get(key);
      return other !== undefined && equal(one, other, budget);
    });
  }
  return left === right;
}

/** @throws TemplateFault for values that have no order */
export function compare(left: TemplateValue, right: TemplateValue): number {
  const [a, b] = [numberIn(left), numberIn(right)];
  if (a !== undefined && b !== undefined) return a - b;
  if (kindOf(left) === 'text' && kindOf(right) === 'text') {
    const [one, other] = [(left as TextValue).text, (right as TextValue).text];
    return one < other ? -1 : one > other ? 1 : 0;
  }
  throw failed(`${nameOfKind(left)} and ${nameOfKind(right)} have no order`);
}
