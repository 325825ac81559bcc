import { load, YAMLException } from 'js-yaml';
import type { Problem } from '../problem/problem.ts';
import { syntaxProblems } from './syntax-problems.ts';
import { yamlSchema } from './yaml-schema.ts';

export type ParsedYaml =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Bounds what a file can expand to; see also the node budget of `read-fields.ts`. */
const limits = { maxDepth: 60, maxAliases: 10_000, maxTotalMergeKeys: 100_000 };

/** Text to plain values, without positions: only files with problems are read again for those. */
export function parseYaml(file: string, text: string): ParsedYaml {
  if (/^(?:\s|#.*)*$/.test(text)) return { ok: true, value: null };
  try {
    return { ok: true, value: load(text, { schema: yamlSchema, ...limits }) };
  } catch (error) {
    const reason = error instanceof YAMLException ? error.reason : 'the document cannot be read';
    const offset = error instanceof YAMLException ? error.mark?.position : undefined;
    return { ok: false, problems: syntaxProblems(file, text, { reason, offset }) };
  }
}
