import { wireValueError } from './wire-value-error.ts';

type TextItem = string | null | TextItem[];

/** Reads PostgreSQL's text of an array, `{1,NULL,"a b"}`, which statements give. Cost: linear. @throws EngineError for another text */
export function readArrayText(text: string): TextItem[] {
  let at = 0;
  const list = (): TextItem[] => {
    const items: TextItem[] = [];
    at += 1;
    if (text[at] === '}') {
      at += 1;
      return items;
    }
    for (;;) {
      items.push(text[at] === '{' ? list() : item());
      const next = text[at];
      at += 1;
      if (next === '}') return items;
      if (next !== ',') throw wireValueError('array', 'its text is cut off');
    }
  };
  const item = (): string | null => {
    if (text[at] !== '"') {
      const from = at;
      while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
      const plain = text.slice(from, at);
      return plain === 'NULL' ? null : plain;
    }
    let value = '';
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1;
      value += text[at];
    }
    at += 1;
    return value;
  };
  const read = list();
  if (at !== text.length) throw wireValueError('array', 'its text goes on behind it');
  return read;
}
