import { didYouMean } from '@orrery/kernel';
import type { Budget } from './budget.ts';
import { pairsOf } from './methods.ts';
import { failed, TemplateFault } from './template-fault.ts';
import { capitalize, indentText, joinTexts, replaceText, titleCase } from './text-work.ts';
import {
  type Arguments,
  authorText,
  compare,
  derivedText,
  equal,
  float,
  integer,
  isTrue,
  keyTexts,
  kindOf,
  list,
  nameOfKind,
  numberIn,
  requireText,
  type TextValue,
  type TemplateValue,
} from './value.ts';

type TemplateFilter = (value: TemplateValue, given: Arguments, budget: Budget) => TemplateValue;

const filters: ReadonlyMap<string, TemplateFilter> = new Map<string, TemplateFilter>([
  ['safe', (value) => (isText(value) && value.trust !== 'caller' ? { ...value, trust: 'safe' } : value)],
  ['upper', ofText((text) => text.toUpperCase())],
  ['lower', ofText((text) => text.toLowerCase())],
  ['title', ofText(titleCase)],
  ['capitalize', ofText(capitalize)],
  ['trim', ofText((text) => text.trim())],
  ['string', (value) => (isText(value) ? value : derivedText(requireText(value), value))],
  ['replace', (value, given, budget) => replaceText(needText(value), given, budget)],
  ['join', joined],
  ['indent', indented],
  ['length', lengthOf],
  ['count', lengthOf],
  ['first', (value) => itemsOf(value).at(0) ?? { kind: 'missing', name: 'the first item of an empty list' }],
  ['last', (value) => itemsOf(value).at(-1) ?? { kind: 'missing', name: 'the last item of an empty list' }],
  ['list', (value) => list(itemsOf(value))],
  ['reverse', (value) => list(itemsOf(value).toReversed())],
  ['sort', sorted],
  ['unique', unique],
  ['sum', (value) => itemsOf(value).reduce((sum, item) => added(sum, attributeOf(item, undefined)), 0)],
  ['min', (value) => extreme(value, (order) => order < 0)],
  ['max', (value) => extreme(value, (order) => order > 0)],
  ['map', mapped],
  ['select', (value, given, budget) => chosen(value, given, budget, false, true)],
  ['reject', (value, given, budget) => chosen(value, given, budget, false, false)],
  ['selectattr', (value, given, budget) => chosen(value, given, budget, true, true)],
  ['rejectattr', (value, given, budget) => chosen(value, given, budget, true, false)],
  ['items', (value) => pairsOf(needDictionary(value))],
  [
    'dictsort',
    (value) => list(itemsOf(pairsOf(needDictionary(value))).toSorted((a, b) => compare(keyIn(a), keyIn(b)))),
  ],
  ['default', defaulted],
  ['d', defaulted],
  ['int', (value, { positional }) => toInteger(value, positional[0])],
  ['float', (value, { positional }) => toFloat(value, positional[0])],
  [
    'abs',
    (value) => (kindOf(value) === 'float' ? float(Math.abs(needNumber(value))) : integer(Math.abs(needNumber(value)))),
  ],
  ['round', rounded],
  ['tojson', (value, _given, budget) => asJson(value, budget)],
]);

/** @param value no part of the context that was not read */
export function applyFilter(name: string, value: TemplateValue, given: Arguments, budget: Budget): TemplateValue {
  const filter = filters.get(name);
  if (!filter) {
    const reason = `there is no filter '${name}'`;
    throw new TemplateFault(
      'model.template-failed',
      { reason },
      { hint: didYouMean(name, filters.keys()), wanted: name },
    );
  }
  budget.weigh(value);
  return filter(value, given, budget);
}

type TemplateTest = (value: TemplateValue, others: readonly TemplateValue[], budget: Budget) => boolean;

const tests: ReadonlyMap<string, TemplateTest> = new Map<string, TemplateTest>([
  ['defined', (value) => kindOf(value) !== 'missing'],
  ['undefined', (value) => kindOf(value) === 'missing'],
  ['none', (value) => value === null],
  ['string', (value) => kindOf(value) === 'text'],
  ['number', (value) => typeof value !== 'boolean' && numberIn(value) !== undefined],
  ['integer', (value) => kindOf(value) === 'integer'],
  ['float', (value) => kindOf(value) === 'float'],
  ['boolean', (value) => kindOf(value) === 'boolean'],
  ['true', (value) => value === true],
  ['false', (value) => value === false],
  ['mapping', (value) => kindOf(value) === 'dictionary'],
  ['sequence', (value) => ['list', 'text', 'dictionary'].includes(kindOf(value))],
  ['iterable', (value) => ['list', 'text', 'dictionary'].includes(kindOf(value))],
  ['callable', (value) => kindOf(value) === 'function'],
  ['odd', (value) => Math.abs(needNumber(value)) % 2 === 1],
  ['even', (value) => needNumber(value) % 2 === 0],
  ['lower', (value) => requireText(value) === requireText(value).toLowerCase()],
  ['upper', (value) => requireText(value) === requireText(value).toUpperCase()],
  ['equalto', (value, [other], budget) => equal(value, other ?? null, budget)],
  ['eq', (value, [other], budget) => equal(value, other ?? null, budget)],
  ['ne', (value, [other], budget) => !equal(value, other ?? null, budget)],
  ['lt', (value, [other]) => compare(value, other ?? null) < 0],
  ['le', (value, [other]) => compare(value, other ?? null) <= 0],
  ['gt', (value, [other]) => compare(value, other ?? null) > 0],
  ['ge', (value, [other]) => compare(value, other ?? null) >= 0],
  ['in', (value, [other], budget) => itemsOf(other ?? null).some((item) => equal(item, value, budget))],
]);

/** @param others arguments of the test */
export function applyTest(
  name: string,
  value: TemplateValue,
  others: readonly TemplateValue[],
  budget: Budget,
): boolean {
  const test = tests.get(name);
  if (!test) throw failed(`there is no test '${name}'`, didYouMean(name, tests.keys()));
  return test(value, others, budget);
}

function ofText(work: (text: string) => string): TemplateFilter {
  return (value, _given, budget) => {
    const { text } = needText(value);
    budget.text(text.length);
    return derivedText(work(text), value);
  };
}

function isText(value: TemplateValue): value is TextValue {
  return kindOf(value) === 'text';
}

function needText(value: TemplateValue): TextValue {
  return isText(value) ? value : authorText(requireText(value));
}

function needNumber(value: TemplateValue): number {
  const number = numberIn(value);
  if (number === undefined) throw failed(`${nameOfKind(value)} is not a number`);
  return number;
}

function needDictionary(value: TemplateValue) {
  if (typeof value === 'object' && value?.kind === 'dictionary') return value;
  throw failed(`${nameOfKind(value)} is not a dictionary`);
}

function itemsOf(value: TemplateValue): readonly TemplateValue[] {
  if (typeof value === 'object' && value?.kind === 'list') return value.items;
  if (typeof value === 'object' && value?.kind === 'dictionary') return keyTexts(value);
  if (typeof value === 'object' && value?.kind === 'text')
    return [...value.text].map((character) => derivedText(character, value));
  throw failed(`${nameOfKind(value)} is not a list`);
}

function keyIn(pair: TemplateValue): TemplateValue {
  return itemsOf(pair)[0] ?? null;
}

function lengthOf(value: TemplateValue): TemplateValue {
  return itemsOf(value).length;
}

function joined(value: TemplateValue, { positional, named }: Arguments, budget: Budget): TemplateValue {
  const attribute = named.get('attribute') ?? positional[1];
  const items = itemsOf(value).map((item) => attributeOf(item, attribute));
  return joinTexts(items, positional[0] ?? named.get('d') ?? authorText(''), budget);
}

function indented(value: TemplateValue, { positional, named }: Arguments, budget: Budget): TemplateValue {
  const width = needNumber(positional[0] ?? named.get('width') ?? 4);
  return indentText(needText(value), width, isTrue(positional[1] ?? named.get('first') ?? false), budget);
}

function sorted(value: TemplateValue, { positional, named }: Arguments): TemplateValue {
  const attribute = named.get('attribute');
  const isCaseSensitive = isTrue(named.get('case_sensitive') ?? positional[1] ?? false);
  const keyOf = (item: TemplateValue): TemplateValue => {
    const key = attributeOf(item, attribute);
    return isText(key) && !isCaseSensitive ? { ...key, text: key.text.toLowerCase() } : key;
  };
  const inOrder = itemsOf(value).toSorted((a, b) => compare(keyOf(a), keyOf(b)));
  return list(isTrue(named.get('reverse') ?? positional[0] ?? false) ? inOrder.toReversed() : inOrder);
}

/** Compares each item with the items kept before. */
function unique(value: TemplateValue, _given: Arguments, budget: Budget): TemplateValue {
  const kept: TemplateValue[] = [];
  for (const item of itemsOf(value)) if (!kept.some((one) => equal(one, item, budget))) kept.push(item);
  return list(kept);
}

function added(sum: TemplateValue, item: TemplateValue): TemplateValue {
  const total = needNumber(sum) + needNumber(item);
  return kindOf(sum) === 'float' || kindOf(item) === 'float' ? float(total) : integer(total);
}

function extreme(value: TemplateValue, isBetter: (order: number) => boolean): TemplateValue {
  const [first, ...others] = itemsOf(value);
  if (first === undefined) return { kind: 'missing', name: 'an item of an empty list' };
  return others.reduce((best, item) => (isBetter(compare(item, best)) ? item : best), first);
}

function mapped(value: TemplateValue, { positional, named }: Arguments, budget: Budget): TemplateValue {
  const attribute = named.get('attribute');
  if (attribute !== undefined) {
    const otherwise = named.get('default');
    return list(
      itemsOf(value).map((item) => {
        const found = attributeOf(item, attribute);
        return kindOf(found) === 'missing' && otherwise !== undefined ? otherwise : found;
      }),
    );
  }
  const [filter, ...others] = positional;
  if (filter === undefined) throw failed('map takes the name of a filter, or an attribute');
  const rest = { positional: others, named: new Map<string, TemplateValue>() };
  return list(itemsOf(value).map((item) => applyFilter(requireText(filter), item, rest, budget)));
}

function chosen(
  value: TemplateValue,
  { positional }: Arguments,
  budget: Budget,
  byAttribute: boolean,
  isKept: boolean,
): TemplateValue {
  const [attribute, rest] = byAttribute ? [positional[0], positional.slice(1)] : [undefined, positional];
  const [test, ...others] = rest;
  const passes = (item: TemplateValue): boolean => {
    const tested = attributeOf(item, attribute);
    return test === undefined ? isTrue(tested) : applyTest(requireText(test), tested, others, budget);
  };
  return list(itemsOf(value).filter((item) => passes(item) === isKept));
}

/** Reads attribute `b` of attribute `a` for the path `a.b`. */
function attributeOf(item: TemplateValue, attribute: TemplateValue | undefined): TemplateValue {
  if (attribute === undefined) return item;
  let found = item;
  for (const key of requireText(attribute).split('.')) {
    const missingKey: TemplateValue = { kind: 'missing', name: key };
    if (typeof found !== 'object' || found === null) return missingKey;
    if (found.kind === 'dictionary') found = found.entries.get(key) ?? missingKey;
    else if (found.kind === 'list') found = found.items[Number(key)] ?? missingKey;
    else return missingKey;
  }
  return found;
}

function defaulted(value: TemplateValue, { positional, named }: Arguments): TemplateValue {
  const otherwise = positional[0] ?? named.get('default_value') ?? authorText('');
  const isAlsoForFalse = isTrue(positional[1] ?? named.get('boolean') ?? false);
  return kindOf(value) === 'missing' || (isAlsoForFalse && !isTrue(value)) ? otherwise : value;
}

function toInteger(value: TemplateValue, otherwise: TemplateValue = 0): TemplateValue {
  const number = isText(value) && /^\s*[-+]?\d+(?:\.\d+)?\s*$/.test(value.text) ? Number(value.text) : numberIn(value);
  return number === undefined ? otherwise : integer(Math.trunc(number));
}

function toFloat(value: TemplateValue, otherwise: TemplateValue = float(0)): TemplateValue {
  const isNumber = isText(value) && /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(value.text);
  const number = isNumber ? Number(value.text) : numberIn(value);
  return number === undefined ? otherwise : float(number);
}

function rounded(value: TemplateValue, { positional, named }: Arguments): TemplateValue {
  const places = needNumber(positional[0] ?? named.get('precision') ?? 0);
  const factor = 10 ** Math.min(15, Math.max(0, places));
  return float(Math.round(needNumber(value) * factor) / factor);
}

function asJson(value: TemplateValue, budget: Budget): TemplateValue {
  const text = JSON.stringify(toPlain(value, budget));
  budget.text(text.length);
  return { ...derivedText(text, value), ...(hasCaller(value) ? {} : { trust: 'safe' as const }) };
}

function hasCaller(value: TemplateValue): boolean {
  return derivedText('', value).trust === 'caller';
}

function toPlain(value: TemplateValue, budget: Budget): unknown {
  budget.step();
  if (value === null || typeof value !== 'object') return value;
  switch (value.kind) {
    case 'float':
      return value.value;
    case 'text':
      budget.text(value.text.length);
      return value.text;
    case 'list':
      return value.items.map((item) => toPlain(item, budget));
    case 'dictionary':
      return Object.fromEntries([...value.entries].map(([key, one]) => [key, toPlain(one, budget)]));
    default:
      throw failed(`${nameOfKind(value)} has no JSON`);
  }
}
