import type { YamlEntry } from '@orrery/config';
import type { AgentRule, AgentSkill } from '../turn/index.ts';
import { agentChoices, agentKeys } from './agent-keys.ts';
import type { AgentYaml, YamlEntries } from './agent-yaml.ts';
import { configurationBounds } from './bounds.ts';
import type { SourcePosition, PlacedQuery } from './configuration.ts';
import { type MarkdownFile, unfenced } from './read-markdown.ts';

const { description: longestDescription, text: longestText } = configurationBounds;

export interface ReadRule extends AgentRule {
  readonly isAlways: boolean;
}

/** An item that was read, and the position of its name. */
export interface NamedItem<T> {
  readonly value: T;
  readonly at: SourcePosition;
}

/** A rule, certified query or skill: its keys and, in a file of its own, the text below them. */
interface ItemSource {
  readonly yaml: AgentYaml;
  readonly entries: YamlEntries;
  readonly node: YamlEntry['value'];
  readonly where: string;
  /** Name where none is written; absent inline. */
  readonly fileName?: string;
  readonly file?: MarkdownFile;
}

export function readRule(source: ItemSource): NamedItem<ReadRule> | undefined {
  const { yaml, entries, node, where } = source;
  const type = required(source, 'type') && yaml.choice(entries.get('type'), agentChoices.type);
  const description = yaml.text(entries.get('description'), longestDescription);
  if (type === 'agent_requested' && !entries.has('description'))
    yaml.refuse(node, `${where} needs a 'description'.`, 'It says when the rule applies.');
  const prompt = longText(source, 'prompt');
  const name = nameOf(source, prompt?.text);
  if (type === undefined || prompt === undefined || name === undefined) return undefined;
  if (type === 'agent_requested' && description === undefined) return undefined;
  const value = { name, prompt: prompt.text, isAlways: type === 'always', ...(description ? { description } : {}) };
  return { value, at: placeOf(source) };
}

export function readCertifiedQuery(source: ItemSource): NamedItem<PlacedQuery> | undefined {
  const { yaml, entries } = source;
  const userRequest = required(source, 'user_request') && yaml.text(entries.get('user_request'), longestText);
  const description = yaml.text(entries.get('description'), longestDescription);
  const sql = longText(source, 'sql_query');
  const name = nameOf(source, userRequest);
  if (userRequest === undefined || sql === undefined || name === undefined) return undefined;
  const value = { name, userRequest, sql: sql.text, at: sql.at, ...(description ? { description } : {}) };
  return { value, at: placeOf(source) };
}

/** Names that people write after a slash. */
const skillName = /^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u;

export function readSkill(source: ItemSource): NamedItem<AgentSkill> | undefined {
  const { yaml, entries, node } = source;
  const title = required(source, 'title') && yaml.text(entries.get('title'), configurationBounds.name);
  const description = required(source, 'description') && yaml.text(entries.get('description'), longestDescription);
  const instructions = longText(source, 'instructions');
  const name = nameOf(
    source,
    title
      ?.toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
  );
  if (name !== undefined && !skillName.test(name)) {
    const hint = 'People write it after a slash: letters, digits, dots, - and _.';
    yaml.refuse(entries.get('name')?.value ?? node, `'${name}' cannot be the name of a skill.`, hint);
    return undefined;
  }
  if (title === undefined || description === undefined || instructions === undefined || name === undefined)
    return undefined;
  return { value: { name, title, description, instructions: instructions.text }, at: placeOf(source) };
}

/** The keys that a file may have, of those of an inline item: what stands below them is no key of a skill. */
export function fileKeys(kind: 'rule' | 'certifiedQuery' | 'skill'): readonly string[] {
  return [...agentKeys[kind].filter((key) => key !== 'instructions'), 'space'];
}

/** @returns `true` when it is there */
function required({ yaml, entries, node, where }: ItemSource, key: string): true | undefined {
  if (entries.has(key)) return true;
  yaml.refuse(node, `${where} needs '${key}'.`);
  return undefined;
}

/** A text that stands under a key, or below the head of a file. */
function longText(
  { yaml, entries, node, where, file }: ItemSource,
  key: string,
): { readonly text: string; readonly at: SourcePosition } | undefined {
  const entry = entries.get(key);
  if (entry && file && file.body !== '') {
    yaml.refuse(entry.keyNode, `'${entry.key}' stands in the head and below it.`, 'Leave one of them out.');
    return undefined;
  }
  if (entry) {
    const text = yaml.text(entry, longestText);
    return text === undefined ? undefined : { text, at: yaml.placeOf(entry.value) };
  }
  if (file && file.body !== '') {
    return key === 'sql_query' ? unfenced(file.body, file.bodyAt) : { text: file.body, at: file.bodyAt };
  }
  yaml.refuse(node, file ? `${where} has no text below its head.` : `${where} needs '${key}'.`);
  return undefined;
}

function nameOf({ yaml, entries, fileName }: ItemSource, otherwise: string | undefined): string | undefined {
  if (entries.has('name')) return yaml.name(entries.get('name'));
  return fileName ?? otherwise?.replaceAll(/\s+/g, ' ').slice(0, configurationBounds.name).trim();
}

function placeOf({ yaml, entries, node }: ItemSource): SourcePosition {
  return yaml.placeOf(entries.get('name')?.value ?? node);
}
