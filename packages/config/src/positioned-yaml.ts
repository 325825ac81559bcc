import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { type ConfigProblem, didYouMean } from '@orrery/kernel';
import { repeatedKeys } from '@orrery/semantic';
import type { EnvironmentVariables } from './setting-reader.ts';

/** Bound on inserted text: a file of a few lines may name a long variable very often. */
const mostPut = 1_000_000;

export interface YamlEntry {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node | null;
}

/** Bound on nesting; no valid settings are nested deeper. */
const deepest = 60;

/** Reads a YAML settings file by its expected shape and records the position of every problem. */
export class PositionedYaml {
  readonly problems: ConfigProblem[] = [];
  readonly root: Node | null;
  readonly #file: string;
  readonly #environment: EnvironmentVariables;
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed;
  /** Number of characters inserted from variables so far. */
  #put = 0;
  #isTooMuch = false;

  /** @param file name of the file in problems */
  constructor(text: string, file: string, environment: EnvironmentVariables) {
    this.#file = file;
    this.#environment = environment;
    // `uniqueKeys` is off because the library compares each key with every other key of its mapping.
    const options = { prettyErrors: false, stringKeys: true, uniqueKeys: false };
    const document = parseDocument(text, { lineCounter: this.#lines, ...options });
    this.#document = document;
    const tooDeep = beyondDepth(document);
    if (tooDeep) {
      this.#add(`The file is nested more than ${deepest} levels deep.`, tooDeep.offset);
      this.root = null;
      return;
    }
    for (const error of [...document.errors, ...document.warnings]) this.#add(error.message, error.pos[0]);
    for (const key of repeatedKeys(document.contents)) this.refuse(key, 'Map keys must be unique');
    this.root = document.contents;
  }

  refuse(node: Node | null, message: string, hint?: string): void {
    this.#add(message, node?.range?.[0] ?? 0, hint);
  }

  /** Returns the entries of a mapping; with `keys`, any other key is a problem. */
  entries(node: Node | null, where: string, keys?: readonly string[]): readonly YamlEntry[] {
    if (node === null || isEmpty(node)) return [];
    if (!isMap(node)) {
      this.refuse(node, `${where} must be a mapping.`);
      return [];
    }
    const entries: YamlEntry[] = [];
    for (const pair of node.items) {
      const keyNode = pair.key as Node; // parsed from text, so a key is always a node
      const key = isScalar(keyNode) ? String(keyNode.value) : '';
      if (keys && !keys.includes(key)) {
        this.refuse(
          keyNode,
          `Unknown key '${key}' in ${where}.`,
          didYouMean(key, keys, (name) => `'${name}'`),
        );
        continue;
      }
      entries.push({ key, keyNode, value: pair.value as Node | null });
    }
    return entries;
  }

  text(entry: YamlEntry): string | undefined {
    const { value, key } = entry;
    if (isScalar(value) && typeof value.value === 'string' && value.value !== '')
      return this.#withVariables(value.value, value);
    this.refuse(value ?? entry.keyNode, isAlias(value) ? 'Aliases are not read here.' : `'${key}' must be text.`);
    return undefined;
  }

  /** Returns text as it is written: `${NAME}` stands for no variable in it. */
  plainText({ value, key, keyNode }: YamlEntry, mayBeNumber = false): string | undefined {
    const plain = isScalar(value) ? value.value : undefined;
    if (typeof plain === 'string') return plain;
    if (mayBeNumber && Number.isSafeInteger(plain)) return String(plain);
    this.refuse(value ?? keyNode, isAlias(value) ? 'Aliases are not read here.' : `'${key}' must be text.`);
    return undefined;
  }

  /** Whether a key has no value. */
  isNothing({ value }: YamlEntry): boolean {
    return value === null || isEmpty(value);
  }

  isMapping({ value }: YamlEntry): boolean {
    return isMap(value);
  }

  /**
   * Returns the value of a variable. Anything but a variable is a problem, so that no secret is written in the file.
   */
  variable({ value, key, keyNode }: YamlEntry): string | undefined {
    const text = isScalar(value) ? value.value : undefined;
    const name = typeof text === 'string' ? /^\$\{([^}]*)\}$/.exec(text)?.[1] : undefined;
    if (name === undefined) {
      this.refuse(value ?? keyNode, `'${key}' may hold a secret and must come from a variable: ${key}: \${NAME}.`);
      return undefined;
    }
    const given = this.#environment[name];
    if (!given) this.refuse(value, `The variable '${name}' is ${given === undefined ? 'not set' : 'empty'}.`);
    return given || undefined;
  }

  /** Both ends inclusive. */
  integer(entry: YamlEntry, from: number, to: number): number | undefined {
    const value = isScalar(entry.value) ? entry.value.value : undefined;
    const given =
      typeof value === 'string' && isScalar(entry.value) ? Number(this.#withVariables(value, entry.value)) : value;
    if (typeof given === 'number' && Number.isInteger(given) && given >= from && given <= to) return given;
    this.refuse(entry.value ?? entry.keyNode, `'${entry.key}' must be a whole number from ${from} to ${to}.`);
    return undefined;
  }

  /** Reads a number with or without decimals. */
  number({ value, key, keyNode }: YamlEntry): number | undefined {
    const plain = isScalar(value) ? value.value : undefined;
    const given = typeof plain === 'string' && isScalar(value) ? numberIn(this.#withVariables(plain, value)) : plain;
    if (typeof given === 'number' && Number.isFinite(given)) return given;
    this.refuse(value ?? keyNode, `'${key}' must be a number.`);
    return undefined;
  }

  texts(entry: YamlEntry): readonly string[] {
    return this.items(entry).flatMap((item) => this.text(item) ?? []);
  }

  /** Returns the items of a list. */
  items({ value, key, keyNode }: YamlEntry): readonly YamlEntry[] {
    if (!isSeq(value)) {
      this.refuse(value ?? keyNode, `'${key}' must be a list.`);
      return [];
    }
    const items = value.items as readonly (Node | null)[]; // parsed from text, so items are nodes
    return items.map((item) => ({ key: `an item of ${key}`, keyNode: item ?? value, value: item }));
  }

  boolean({ value, key, keyNode }: YamlEntry): boolean | undefined {
    if (isScalar(value) && typeof value.value === 'boolean') return value.value;
    this.refuse(value ?? keyNode, `'${key}' must be true or false.`);
    return undefined;
  }

  /** Returns the value as plain data, whatever its shape. */
  plain({ value }: YamlEntry): unknown {
    return value?.toJS(this.#document) as unknown;
  }

  placeOf(node: Node | null): NonNullable<ConfigProblem['at']> {
    return this.#at(node?.range?.[0] ?? 0);
  }

  /** Returns the texts of a list, or a single text as a list of one. */
  textOrTexts(entry: YamlEntry): readonly string[] {
    if (isSeq(entry.value)) return this.texts(entry);
    const text = this.text(entry);
    return text === undefined ? [] : [text];
  }

  /** Replaces every `${NAME}` by the variable of that name. */
  #withVariables(text: string, node: Node): string {
    return text.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
      const value = this.#environment[name];
      if (value === undefined) this.refuse(node, `The variable '${name}' is not set.`);
      this.#put += value?.length ?? 0;
      if (this.#put <= mostPut) return value ?? '';
      if (!this.#isTooMuch) this.refuse(node, `More than ${mostPut} characters of variables are in the file.`);
      this.#isTooMuch = true;
      return '';
    });
  }

  #add(message: string, offset: number, hint?: string): void {
    this.problems.push({ message, at: this.#at(offset), ...(hint ? { hint } : {}) });
  }

  #at(offset: number): NonNullable<ConfigProblem['at']> {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.#file, line: Math.max(1, line), column: Math.max(1, col) };
  }
}

function numberIn(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function isEmpty(node: Node): boolean {
  return isScalar(node) && node.value === null;
}

/** Finds where the file is nested too deep. The walk is iterative, because the file may be deeper than the stack. */
function beyondDepth({ contents, errors }: Document.Parsed): { readonly offset: number } | undefined {
  // The parser recurses once per level and reports this error when the nesting is too deep.
  const givenUp = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (givenUp) return { offset: givenUp.pos[0] };
  const left: { readonly node: unknown; readonly level: number }[] = [{ node: contents, level: 1 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, level } = next;
    if (!isMap(node) && !isSeq(node)) continue;
    if (level > deepest) return { offset: node.range?.[0] ?? 0 };
    const inner = isSeq(node) ? node.items : node.items.flatMap(({ key, value }) => [key, value]);
    for (const one of inner) left.push({ node: one, level: level + 1 });
  }
  return undefined;
}
