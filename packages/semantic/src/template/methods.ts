import type { Budget } from './budget.ts';
import { capitalize, joinTexts, replaceText, titleCase } from './text-work.ts';
import { failed } from './template-fault.ts';
import {
  type Arguments,
  derivedText,
  type DictionaryValue,
  type FunctionValue,
  keyTexts,
  list,
  numberIn,
  requireText,
  type TextValue,
  type TemplateValue,
} from './value.ts';

type TemplateMethod<Holder> = (holder: Holder, given: Arguments, budget: Budget) => TemplateValue;

const ofText: ReadonlyMap<string, TemplateMethod<TextValue>> = new Map<string, TemplateMethod<TextValue>>([
  ['upper', (holder) => derivedText(holder.text.toUpperCase(), holder)],
  ['lower', (holder) => derivedText(holder.text.toLowerCase(), holder)],
  ['title', (holder) => derivedText(titleCase(holder.text), holder)],
  ['capitalize', (holder) => derivedText(capitalize(holder.text), holder)],
  ['strip', (holder) => derivedText(holder.text.trim(), holder)],
  ['lstrip', (holder) => derivedText(holder.text.trimStart(), holder)],
  ['rstrip', (holder) => derivedText(holder.text.trimEnd(), holder)],
  ['startswith', (holder, { positional }) => holder.text.startsWith(requireText(positional[0] ?? null))],
  ['endswith', (holder, { positional }) => holder.text.endsWith(requireText(positional[0] ?? null))],
  ['split', splitText],
  ['replace', (holder, given, budget) => replaceText(holder, given, budget)],
  ['join', (holder, { positional }, budget) => joinTexts(itemsOf(positional[0] ?? null), holder, budget)],
]);

const ofDictionary: ReadonlyMap<string, TemplateMethod<DictionaryValue>> = new Map<
  string,
  TemplateMethod<DictionaryValue>
>([
  ['keys', (holder) => list(keyTexts(holder))],
  ['values', (holder) => list([...holder.entries.values()])],
  ['items', (holder) => pairsOf(holder)],
  [
    'get',
    ({ entries }, { positional: [key, otherwise] }) => entries.get(requireText(key ?? null)) ?? otherwise ?? null,
  ],
]);

export function isMethod(name: string): boolean {
  return ofText.has(name) || ofDictionary.has(name);
}

/** A method of a text or a dictionary, as Python has it. */
export function methodOf(holder: TemplateValue, name: string, budget: Budget): FunctionValue | undefined {
  if (typeof holder !== 'object' || holder === null) return undefined;
  if (holder.kind === 'text') return bound(name, holder, ofText.get(name), budget);
  if (holder.kind === 'dictionary' && !holder.isNamespace) return bound(name, holder, ofDictionary.get(name), budget);
  return undefined;
}

function bound<Holder extends TemplateValue>(
  name: string,
  holder: Holder,
  method: TemplateMethod<Holder> | undefined,
  budget: Budget,
): FunctionValue | undefined {
  if (!method) return undefined;
  budget.weigh(holder);
  return { kind: 'function', name, call: (given) => method(holder, given, budget) };
}

export function pairsOf(holder: DictionaryValue): TemplateValue {
  const values = [...holder.entries.values()];
  return list(keyTexts(holder).map((key, at) => list([key, values[at] ?? null])));
}

function itemsOf(value: TemplateValue): readonly TemplateValue[] {
  if (typeof value === 'object' && value?.kind === 'list') return value.items;
  throw failed('join takes a list');
}

function splitText(holder: TextValue, { positional: [separator, most] }: Arguments, budget: Budget): TemplateValue {
  const parts =
    separator === undefined || separator === null
      ? holder.text.split(/\s+/).filter((part) => part !== '')
      : holder.text.split(nonEmpty(requireText(separator)));
  budget.items(parts.length);
  const limit = most === undefined ? undefined : numberIn(most);
  const kept =
    limit === undefined || limit < 0 || parts.length <= limit
      ? parts
      : [...parts.slice(0, limit), parts.slice(limit).join(separator ? requireText(separator) : ' ')];
  return list(kept.map((part) => derivedText(part, holder)));
}

function nonEmpty(separator: string): string {
  if (separator === '') throw failed('a separator is not empty');
  return separator;
}
