import { PositionedYaml, type YamlEntry } from '@orrery/config';
import { type ConfigProblem, didYouMean } from '@orrery/kernel';
import { camelCased, connectorKeys, snakeCased } from './agent-keys.ts';
import { configurationBounds } from './bounds.ts';
import type { SourcePosition } from './configuration.ts';

export type YamlEntries = ReadonlyMap<string, YamlEntry>;

/** Reads the YAML of one file below `agents/`: every fault is kept with its place, and the rest is read on. */
export class AgentYaml {
  readonly #yaml: PositionedYaml;

  /** @param file as problems name it */
  constructor(text: string, file: string) {
    this.#yaml = new PositionedYaml(text, file, {});
  }

  get problems(): readonly ConfigProblem[] {
    return this.#yaml.problems;
  }

  get root(): YamlEntry['value'] {
    return this.#yaml.root;
  }

  refuse(node: YamlEntry['value'], message: string, hint?: string): void {
    this.#yaml.refuse(node, message, hint);
  }

  placeOf(node: YamlEntry['value']): SourcePosition {
    return this.#yaml.placeOf(node);
  }

  /** Entries of a mapping by their keys in snake_case. A key without a value counts as absent. */
  entries(node: YamlEntry['value'], where: string, keys: readonly string[]): YamlEntries {
    const known = new Set(keys);
    const found = new Map<string, YamlEntry>();
    for (const entry of this.#yaml.entries(node, where)) {
      const key = snakeCased(entry.key);
      const isSpelled = entry.key === key || entry.key === camelCased(key);
      if (!known.has(key) || !isSpelled) this.#refuseKey(entry, where, keys);
      else if (found.has(key)) this.refuse(entry.keyNode, `'${entry.key}' and '${found.get(key)?.key}' are one key.`);
      else if (!this.#yaml.isNothing(entry)) found.set(key, entry);
    }
    return found;
  }

  /** Items of a list, as mappings or texts. */
  items(entry: YamlEntry | undefined): readonly YamlEntry[] {
    return entry ? this.#yaml.items(entry) : [];
  }

  text(entry: YamlEntry | undefined, longest: number, mayBeNumber = false): string | undefined {
    const text = entry && this.#yaml.plainText(entry, mayBeNumber);
    if (!entry || text === undefined) return undefined;
    if (text.length > longest) {
      this.refuse(entry.value, `'${entry.key}' has more than ${longest} characters.`, 'Shorten it.');
      return undefined;
    }
    if (text.trim() === '' || text.includes('\0')) {
      this.refuse(entry.value, `'${entry.key}' ${text.includes('\0') ? 'has a NUL character' : 'is blank'}.`);
      return undefined;
    }
    return text.trim();
  }

  name(entry: YamlEntry | undefined, mayBeNumber = false): string | undefined {
    const name = this.text(entry, configurationBounds.name, mayBeNumber);
    const fault = name === undefined ? undefined : nameFault(name);
    if (entry && fault !== undefined) this.refuse(entry.value, `'${entry.key}' ${fault}.`);
    return fault === undefined ? name : undefined;
  }

  choice<const T extends string>(entry: YamlEntry | undefined, choices: readonly T[]): T | undefined {
    const text = this.text(entry, configurationBounds.text);
    if (!entry || text === undefined) return undefined;
    const found = choices.find((one) => one === text || camelCased(one) === text);
    if (found === undefined)
      this.refuse(
        entry.value,
        `'${entry.key}' must be ${choices.map((one) => `'${one}'`).join(' or ')}.`,
        didYouMean(text, choices, (one) => `'${one}'`),
      );
    return found;
  }

  /** An id, which may be written as a number. */
  idText(entry: YamlEntry): string | undefined {
    return this.name(entry, true);
  }

  isMapping(entry: YamlEntry): boolean {
    return this.#yaml.isMapping(entry);
  }

  #refuseKey({ key, keyNode }: YamlEntry, where: string, keys: readonly string[]): void {
    if (connectorKeys.has(snakeCased(key)))
      this.refuse(
        keyNode,
        `'${key}' in ${where}: agents take no tools from MCP servers of others.`,
        'Remove the key; agents have the tools of Orrery.',
      );
    else
      this.refuse(
        keyNode,
        `Unknown key '${key}' in ${where}.`,
        didYouMean(snakeCased(key), keys, (name) => `'${name}'`) ?? `Its keys are ${keys.join(', ')}.`,
      );
  }
}

export function nameFault(name: string): string | undefined {
  if (name.length > configurationBounds.name) return `has more than ${configurationBounds.name} characters`;
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name)) return 'has characters that no name may have';
  return name.trim() === '' ? 'is blank' : undefined;
}
