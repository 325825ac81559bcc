import type { Budget } from './budget.ts';
import { failed } from './template-fault.ts';
import { type Arguments, derivedText, numberIn, requireText, type TextValue, type TemplateValue } from './value.ts';

export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}

export function titleCase(text: string): string {
  return text.replaceAll(/[\p{L}\p{N}']+/gu, capitalize);
}

export function replaceText(holder: TextValue, { positional, named }: Arguments, budget: Budget): TemplateValue {
  const [from, to, most] = positional;
  if (from === undefined || to === undefined) throw failed('replace takes what is replaced, and by what');
  const [wanted, instead] = [requireText(from), requireText(to)];
  if (wanted === '') throw failed('the text to replace is empty');
  const limit = numberIn(most ?? named.get('count') ?? -1) ?? -1;
  const parts = holder.text.split(wanted);
  const times = limit < 0 ? parts.length - 1 : Math.min(limit, parts.length - 1);
  budget.text(holder.text.length + times * instead.length);
  const head = parts.slice(0, times + 1).join(instead);
  return derivedText([head, ...parts.slice(times + 1)].join(wanted), holder, from, to);
}

export function joinTexts(items: readonly TemplateValue[], separator: TemplateValue, budget: Budget): TemplateValue {
  const texts = items.map(requireText);
  const between = requireText(separator);
  budget.text(texts.reduce((sum, text) => sum + text.length + between.length, 0));
  return derivedText(texts.join(between), ...items, separator);
}

export function indentText(holder: TextValue, width: number, isFirstToo: boolean, budget: Budget): TemplateValue {
  const lines = holder.text.split('\n');
  budget.text(holder.text.length + lines.length * Math.max(0, width));
  const margin = ' '.repeat(Math.max(0, width));
  const indented = lines.map((line, at) => ((at === 0 && !isFirstToo) || line === '' ? line : margin + line));
  return derivedText(indented.join('\n'), holder);
}
