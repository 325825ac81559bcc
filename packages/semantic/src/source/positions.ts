import { EVENT_ID, getScalarValue, parseEvents } from 'js-yaml';
import type { FileSpan, Problem } from '../problem/problem.ts';
import { type Finding, type Mark, type Place, pathOf } from './finding.ts';
import { snakeCase } from './letter-case.ts';
import { indexLines, type LineIndex, spanAt } from './line-index.ts';

/** A YAML node with the range of text it covers. */
interface Node {
  readonly from: number;
  readonly to: number;
  readonly entries?: readonly { readonly key: string; readonly keyNode: Node; readonly value: Node }[];
  readonly items?: readonly Node[];
}

/** Puts findings of one file on their lines. Reads the text again; only files with problems pay for that. */
export function locateFindings(
  file: string,
  text: string,
  findings: readonly Finding[],
): readonly (readonly [Finding, Problem])[] {
  if (findings.length === 0) return [];
  const lines = indexLines(file, text);
  const root = readNodes(text);
  return findings.map((one) => {
    const at = root ? spanOf(one.place, one.mark, root, lines) : spanAt(lines, 0, 1);
    return [one, { ...one.problem, at }];
  });
}

function spanOf(place: Place, mark: Mark, root: Node, lines: LineIndex): FileSpan {
  let node = root;
  let key: Node | undefined;
  for (const step of pathOf(place)) {
    const found = child(node, step);
    if (!found || found.value.from < 0) {
      // Brought in by an anchor or a merge, or absent: its holder is the nearest place there is.
      return spanAt(lines, node.from, node.to);
    }
    [node, key] = [found.value, found.keyNode];
  }
  if (mark === 'key' && key) return spanAt(lines, key.from, key.to);
  if (typeof mark === 'object') {
    const at = lines.text.indexOf(mark.text, node.from);
    if (at >= 0 && at < node.to) return spanAt(lines, at, at + mark.text.length);
  }
  return spanAt(lines, node.from, node.to);
}

function child(node: Node, step: string | number): { value: Node; keyNode?: Node } | undefined {
  if (typeof step === 'number') {
    const value = node.items?.[step];
    return value && { value };
  }
  return node.entries?.find(({ key }) => key === step) ?? node.entries?.find(({ key }) => snakeCase(key) === step);
}

function readNodes(text: string): Node | undefined {
  const events = parseEvents(text, {});
  let position = 0;
  const isAtEnd = (): boolean => events[position]?.type === EVENT_ID.POP || position >= events.length;

  const read = (): Node => {
    const event = events[position++];
    switch (event?.type) {
      case EVENT_ID.SCALAR:
        return scalarNode(text, event.valueStart, event.valueEnd);
      case EVENT_ID.ALIAS:
        return { from: event.anchorStart, to: event.anchorEnd };
      case EVENT_ID.SEQUENCE: {
        const items: Node[] = [];
        while (!isAtEnd()) {
          const item = read();
          // An empty item is known by its dash, behind the item before it.
          const dash = item.from < 0 ? text.indexOf('-', items.at(-1)?.to ?? event.start) : -1;
          items.push(dash < 0 ? item : { from: dash, to: dash + 1 });
        }
        position++;
        return { ...covering(event.start, items), items };
      }
      case EVENT_ID.MAPPING: {
        const entries: { key: string; keyNode: Node; value: Node }[] = [];
        while (!isAtEnd()) {
          const keyEvent = events[position];
          const keyNode = read();
          const value = read();
          const key = keyEvent?.type === EVENT_ID.SCALAR ? getScalarValue(text, keyEvent) : '';
          // An absent value has no range of its own; its key stands for it.
          entries.push({ key, keyNode, value: value.from < 0 ? keyNode : value });
        }
        position++;
        return {
          ...covering(
            event.start,
            entries.flatMap((entry) => [entry.keyNode, entry.value]),
          ),
          entries,
        };
      }
      case EVENT_ID.DOCUMENT:
      case EVENT_ID.POP:
      case undefined:
        return { from: 0, to: 0 };
    }
  };

  if (events[0]?.type !== EVENT_ID.DOCUMENT) return undefined;
  position = 1;
  return isAtEnd() ? undefined : read();
}

function scalarNode(text: string, from: number, to: number): Node {
  let begin = from;
  while (begin >= 0 && begin < to && /\s/.test(text.charAt(begin))) begin++;
  return { from: begin, to };
}

function covering(start: number, nodes: readonly Node[]): { from: number; to: number } {
  return { from: start, to: nodes.reduce((end, node) => Math.max(end, node.to), start + 1) };
}
