import { EVENT_ID, getScalarValue, parseEvents, type ScalarEvent, SCALAR_STYLE } from 'js-yaml';
import { yamlSchema } from './yaml-schema.ts';

/** A YAML node with the range of text it covers. */
export interface YamlNode {
  readonly from: number;
  readonly to: number;
  readonly entries?: readonly YamlPair[];
  readonly items?: readonly YamlNode[];
  /** Aliases may repeat it elsewhere. */
  readonly isAnchored: boolean;
}

export interface YamlPair {
  /** The key in the parsed value: `0x1` is `1`. */
  readonly key: string;
  /** A `<<`, of which a mapping may have several. */
  readonly isMerge: boolean;
  readonly keyNode: YamlNode;
  readonly value: YamlNode;
}

const mergeTagName = 'tag:yaml.org,2002:merge';

/** The nodes of a text that is known to be YAML, or `undefined` if there are none. */
export function readNodes(text: string): YamlNode | undefined {
  const events = parseEvents(text, {});
  const anchoredKeys = new Map<string, string>();
  let position = 0;
  const isAtEnd = (): boolean => events[position]?.type === EVENT_ID.POP || position >= events.length;

  const readKey = (): { readonly key: string; readonly isMerge: boolean } => {
    const event = events[position];
    if (event?.type === EVENT_ID.ALIAS) {
      return { key: anchoredKeys.get(text.slice(event.anchorStart, event.anchorEnd)) ?? '', isMerge: false };
    }
    return event?.type === EVENT_ID.SCALAR ? keyOf(text, event) : { key: '', isMerge: false };
  };

  const read = (): YamlNode => {
    const event = events[position++];
    switch (event?.type) {
      case EVENT_ID.SCALAR: {
        const isAnchored = event.anchorStart >= 0;
        if (isAnchored) anchoredKeys.set(text.slice(event.anchorStart, event.anchorEnd), keyOf(text, event).key);
        return { ...scalarRange(text, event.valueStart, event.valueEnd), isAnchored };
      }
      case EVENT_ID.ALIAS:
        return { from: event.anchorStart, to: event.anchorEnd, isAnchored: false };
      case EVENT_ID.SEQUENCE: {
        const items: YamlNode[] = [];
        while (!isAtEnd()) {
          const item = read();
          // An empty item is known by its dash, behind the item before it.
          const dash = item.from < 0 ? text.indexOf('-', items.at(-1)?.to ?? event.start) : -1;
          items.push(dash < 0 ? item : { from: dash, to: dash + 1, isAnchored: false });
        }
        position++;
        return { ...covering(event.start, items), items, isAnchored: event.anchorStart >= 0 };
      }
      case EVENT_ID.MAPPING: {
        const entries: YamlPair[] = [];
        while (!isAtEnd()) {
          const key = readKey();
          const keyNode = read();
          const value = read();
          // An absent value has no range of its own; its key stands for it.
          entries.push({ ...key, keyNode, value: value.from < 0 ? keyNode : value });
        }
        position++;
        const inner = entries.flatMap((entry) => [entry.keyNode, entry.value]);
        return { ...covering(event.start, inner), entries, isAnchored: event.anchorStart >= 0 };
      }
      case EVENT_ID.DOCUMENT:
      case EVENT_ID.POP:
      case undefined:
        return { from: 0, to: 0, isAnchored: false };
    }
  };

  if (events[0]?.type !== EVENT_ID.DOCUMENT) return undefined;
  position = 1;
  return isAtEnd() ? undefined : read();
}

function keyOf(text: string, event: ScalarEvent): { readonly key: string; readonly isMerge: boolean } {
  const source = getScalarValue(text, event);
  if (event.tagStart >= 0 || event.style !== SCALAR_STYLE.PLAIN) return { key: source, isMerge: false };
  const { value, tag } = yamlSchema.resolveImplicitScalarTag(source);
  return tag.tagName === mergeTagName ? { key: source, isMerge: true } : { key: String(value), isMerge: false };
}

function scalarRange(text: string, from: number, to: number): { from: number; to: number } {
  let begin = from;
  while (begin >= 0 && begin < to && /\s/.test(text.charAt(begin))) begin++;
  return { from: begin, to };
}

function covering(start: number, nodes: readonly YamlNode[]): { from: number; to: number } {
  return { from: start, to: nodes.reduce((end, node) => Math.max(end, node.to), start + 1) };
}
