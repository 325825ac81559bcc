import type { Problem } from '../../problem/index.ts';
import { load, YAMLException } from 'js-yaml';
import { indentContinuations } from './continuation-lines.ts';
import { type DuplicateKey, findDuplicateKeys } from './duplicate-keys.ts';
import { type SourceMap, TemplatePlaces } from './source-map.ts';
import { syntaxProblems } from './syntax-problems.ts';
import { yamlSchema } from './yaml-schema.ts';

/** A text, with a map of its characters unless it is the file's own text. */
export interface YamlText {
  readonly text: string;
  readonly map?: SourceMap | undefined;
}

export type ParsedYaml =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Repeated keys; the value has the last of each. */
      readonly duplicates: readonly DuplicateKey[];
      /** The text that was parsed, to which positions refer. */
      readonly source: YamlText;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Bounds what a file can expand to; see also the node budget of `read-fields.ts`. */
const limits = { maxDepth: 60, maxAliases: 10_000, maxTotalMergeKeys: 100_000 };

/** Parses text to plain values, without positions: only files with problems are parsed again for those. */
export function parseYaml(file: string, given: YamlText): ParsedYaml {
  if (isBlankYaml(given.text)) return { ok: true, value: null, duplicates: [], source: given };
  const first = tryLoad(given.text, { isStrict: true });
  if (first.ok) return { ok: true, value: first.value, duplicates: [], source: given };
  const source = readableYaml(file, given, first.reason);
  const { text, map } = source;
  const strict = source === given ? first : tryLoad(text, { isStrict: true });
  if (strict.ok) return { ok: true, value: strict.value, duplicates: [], source };
  const lenient = tryLoad(text, { isStrict: false });
  const duplicates = lenient.ok ? findDuplicateKeys(text) : [];
  if (lenient.ok && duplicates.length > 0) return { ok: true, value: lenient.value, duplicates, source };
  const problems = syntaxProblems(file, text, strict);
  const templates = map && new TemplatePlaces(text, map);
  return { ok: false, problems: templates ? problems.map((one) => templates.problem(one)) : problems };
}

/** Repairs the text for the parser, if this is the reason it was refused. */
function readableYaml(file: string, given: YamlText, refusal: string): YamlText {
  return (refusal === 'deficient indentation' && indentContinuations(file, given.text, given.map)) || given;
}

/** Whether a text only has white space and comments. Cost: linear. */
export function isBlankYaml(text: string): boolean {
  return !/^[^\S\r\n]*[^\s#]/m.test(text);
}

/** Whether a line begins with a key of a model, read by pattern: the text may not be valid YAML. */
export function holdsModelKey(text: string): boolean {
  return /^(?:\{[ \t]*)?["']?(?:cubes|views|view_?groups)["']?[ \t]*:/im.test(text);
}

type LoadedYaml =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string; readonly offset: number | undefined };

/** @param isStrict refuses a key that a mapping has twice, which is all that `json` tolerates */
function tryLoad(text: string, { isStrict }: { readonly isStrict: boolean }): LoadedYaml {
  try {
    return { ok: true, value: load(text, { schema: yamlSchema, json: !isStrict, ...limits }) };
  } catch (error) {
    const reason = error instanceof YAMLException ? error.reason : 'the document cannot be read';
    return { ok: false, reason, offset: error instanceof YAMLException ? error.mark?.position : undefined };
  }
}
