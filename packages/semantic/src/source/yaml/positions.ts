import { type Comparisons, didYouMean, type FileSpan } from '@orrery/kernel';
import type { Problem } from '../../problem/index.ts';
import { type Finding, type Mark, type KeyPath, pathOf } from '../finding.ts';
import { snakeCase } from '../fields/letter-case.ts';
import { indexLines, type LineIndex, spanAt } from './line-index.ts';
import { readNodes, type YamlPair, type YamlNode } from './yaml-nodes.ts';

/**
 * Locates findings of one file and computes their hints. Parses the text again, at a cost only for files with problems.
 *
 * @param comparisons budget for hints
 */
export function locateFindings(
  file: string,
  text: string,
  findings: readonly Finding[],
  comparisons: Comparisons,
): readonly (readonly [Finding, Problem])[] {
  if (findings.length === 0) return [];
  const spanOf = spans(file, text);
  return findings.map((one) => {
    const { near } = one;
    const mayLook = near !== undefined && comparisons.left > 0;
    const hint = mayLook ? didYouMean(near.name, near.among(), undefined, comparisons) : undefined;
    return [one, { ...one.problem, ...(hint ? { hint } : {}), at: spanOf(one.place, one.mark) }];
  });
}

/** Locates places of one file. Parses the text again. */
export function spansOf(file: string, text: string, places: readonly KeyPath[]): readonly FileSpan[] {
  const spanOf = spans(file, text);
  return places.map((place) => spanOf(place, 'value'));
}

/** Bound on marked texts in one value; with more of them the whole value is underlined. */
const mostMarked = 200;

/** Turns places into spans of one file. The time for one place does not depend on how many siblings it has. */
function spans(file: string, text: string): (place: KeyPath, mark: Mark) => FileSpan {
  const lines = indexLines(file, text);
  const root = readNodes(text);
  const known = new Map<YamlNode, Children>();
  const marked = new Map<YamlNode, number>();
  return (place, mark) => (root ? spanOf(place, mark, root) : spanAt(lines, 0, 1));

  function spanOf(place: KeyPath, mark: Mark, top: YamlNode): FileSpan {
    if (typeof mark === 'object' && 'from' in mark) return spanAt(lines, mark.from, mark.to);
    let node = top;
    let key: YamlNode | undefined;
    for (const step of pathOf(place)) {
      const found = child(node, step);
      if (!found || found.value.from < 0) {
        // A value from an anchor or a merge, or a missing one, has the position of its nearest holder.
        return spanAt(lines, node.from, node.to);
      }
      [node, key] = [found.value, found.keyNode];
    }
    if (mark === 'key' && key) return spanAt(lines, key.from, key.to);
    if (typeof mark === 'object') return spanOfText(mark.text, node, lines);
    return spanAt(lines, node.from, node.to);
  }

  function spanOfText(wanted: string, node: YamlNode, { text: whole }: LineIndex): FileSpan {
    const count = marked.get(node) ?? 0;
    marked.set(node, count + 1);
    const at = count < mostMarked ? whole.slice(node.from, node.to).indexOf(wanted) : -1;
    if (at < 0) return spanAt(lines, node.from, node.to);
    return spanAt(lines, node.from + at, node.from + at + wanted.length);
  }

  function child(node: YamlNode, step: string | number): (Pick<YamlPair, 'value'> & Partial<YamlPair>) | undefined {
    if (typeof step === 'number') {
      const value = node.items?.[step];
      return value && { value };
    }
    const children = known.get(node) ?? childrenOf(node);
    known.set(node, children);
    return children.exact.get(step) ?? children.inSnakeCase.get(step);
  }
}

interface Children {
  /** Entries by exact key; of a repeated key the last one, which was read. */
  readonly exact: ReadonlyMap<string, YamlPair>;
  /** Entries by key in snake_case; the first of each. */
  readonly inSnakeCase: ReadonlyMap<string, YamlPair>;
}

function childrenOf({ entries = [] }: YamlNode): Children {
  return {
    exact: new Map(entries.map((entry) => [entry.key, entry])),
    inSnakeCase: new Map(entries.toReversed().map((entry) => [snakeCase(entry.key), entry])),
  };
}
