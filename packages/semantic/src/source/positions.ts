import type { FileSpan, Problem } from '../problem/problem.ts';
import { type Finding, type Mark, type Place, pathOf } from './finding.ts';
import { snakeCase } from './letter-case.ts';
import { indexLines, type LineIndex, spanAt } from './line-index.ts';
import { readNodes, type YamlNode } from './yaml-nodes.ts';

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

/** Where places of one file begin. Reads the text again. */
export function spansOf(file: string, text: string, places: readonly Place[]): readonly FileSpan[] {
  const lines = indexLines(file, text);
  const root = readNodes(text);
  return places.map((place) => (root ? spanOf(place, 'value', root, lines) : spanAt(lines, 0, 1)));
}

function spanOf(place: Place, mark: Mark, root: YamlNode, lines: LineIndex): FileSpan {
  if (typeof mark === 'object' && 'from' in mark) return spanAt(lines, mark.from, mark.to);
  let node = root;
  let key: YamlNode | undefined;
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

function child(node: YamlNode, step: string | number): { value: YamlNode; keyNode?: YamlNode } | undefined {
  if (typeof step === 'number') {
    const value = node.items?.[step];
    return value && { value };
  }
  // Of a key that stands twice, the last is the one that was read.
  return node.entries?.findLast(({ key }) => key === step) ?? node.entries?.find(({ key }) => snakeCase(key) === step);
}
