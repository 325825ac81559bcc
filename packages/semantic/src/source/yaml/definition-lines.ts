import type { SourceFile } from '../source-file.ts';
import { parseYaml } from './parse-yaml.ts';
import { TemplatePlaces } from './source-map.ts';
import { snakeCase } from '../fields/letter-case.ts';
import { indexLines, spanAt } from './line-index.ts';
import { readNodes, type YamlNode } from './yaml-nodes.ts';

const memberSections = ['dimensions', 'measures', 'segments'];

/**
 * Finds the lines, from 1, on which a file defines something: `orders`, `orders.count`, `orders -> customers` for a
 * join. Empty for a text that is not YAML. For text of a template these are the template's lines; text from a macro of
 * another file has none.
 *
 * Cost: reads the text with positions, 0.5 s for a megabyte.
 */
export function definitionLines(file: SourceFile): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const { path } = file;
  const parsed = parseYaml(path, file);
  if (!parsed.ok) return found; // not YAML; the compiler reports why
  const { text, map } = parsed.source;
  const lines = indexLines(path, text);
  const places = map && new TemplatePlaces(text, map);
  const add = (name: string, node: YamlNode) => {
    if (found.has(name)) return;
    const span = spanAt(lines, node.from, node.to);
    const { file, line } = places?.span(span) ?? span;
    if (file === path) found.set(name, line);
  };
  const nameOf = (node: YamlNode): string | undefined => {
    const name = entry(node, 'name');
    return name && text.slice(name.from, name.to).replaceAll(/^["']|["']$/g, '');
  };
  const root = readNodes(text);
  for (const piece of ['cubes', 'views'].flatMap((section) => itemsOf(root, section))) {
    const name = nameOf(piece);
    if (name === undefined) continue;
    add(name, piece);
    for (const member of memberSections.flatMap((section) => itemsOf(piece, section))) {
      const own = nameOf(member);
      if (own !== undefined) add(`${name}.${own}`, member);
    }
    for (const join of itemsOf(piece, 'joins')) {
      const to = nameOf(join);
      if (to !== undefined) add(`${name} -> ${to}`, join);
    }
  }
  return found;
}

function itemsOf(node: YamlNode | undefined, section: string): readonly YamlNode[] {
  return (node && entry(node, section)?.items) ?? [];
}

function entry(node: YamlNode, key: string): YamlNode | undefined {
  return node.entries?.find((one) => snakeCase(one.key) === key)?.value;
}
