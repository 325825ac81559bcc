import { type ConfigProblem, didYouMean } from '@orrery/kernel';
import { agentKeys } from './agent-keys.ts';
import { AgentYaml, type YamlEntries, nameFault } from './agent-yaml.ts';
import { configurationBounds } from './bounds.ts';
import { type AgentConfiguration, type EvalQuestion, implicitName, type SourcePosition } from './configuration.ts';
import type { ConfiguredItems, InSpace } from './found-items.ts';
import type { AgentFile } from './load-agent-files.ts';
import { type ReadConfig, readConfigFile, spacesHint } from './read-config-file.ts';
import { fileKeys, readCertifiedQuery, readRule, readSkill } from './read-items.ts';
import { readMarkdown } from './read-markdown.ts';

export interface ReadAgentFiles {
  /** The configuration that could be read; complete when there are no problems. */
  readonly configuration: AgentConfiguration;
  /** Faults, any of which keeps the files from taking effect. */
  readonly problems: readonly ConfigProblem[];
  /** Notices about settings without an effect. */
  readonly notices: readonly ConfigProblem[];
}

type FileKind = 'rule' | 'certifiedQuery' | 'skill' | 'evalQuestions';

const kinds: ReadonlyMap<string, FileKind> = new Map([
  ['rules', 'rule'],
  ['certified_queries', 'certifiedQuery'],
  ['certified-queries', 'certifiedQuery'],
  ['queries', 'certifiedQuery'],
  ['skills', 'skill'],
  ['eval_questions', 'evalQuestions'],
]);

const wheres = { rule: 'The rule', certifiedQuery: 'The certified query', skill: 'The skill' } as const;

/** Reads the files below `agents/`. @param shown the folder as problems name it */
export function readAgentFiles(files: readonly AgentFile[], shown: string): ReadAgentFiles {
  return new AgentFilesReader(files, shown).read();
}

class AgentFilesReader {
  readonly #files: readonly AgentFile[];
  readonly #shown: string;
  readonly #problems: ConfigProblem[] = [];
  readonly #found: ConfiguredItems = { rules: [], queries: [], skills: [] };
  readonly #questions: (InSpace<Omit<EvalQuestion, 'sql'>> & WrittenAnswer)[] = [];
  #config: ReadConfig = {
    isSeveral: false,
    spaces: [{ name: implicitName }],
    agents: [
      {
        name: implicitName,
        space: implicitName,
        llm: { kind: 'named', name: 'auto' },
        runtime: 'plain',
        memoryMode: 'space',
      },
    ],
    problems: [],
    notices: [],
  };

  constructor(files: readonly AgentFile[], shown: string) {
    this.#files = files;
    this.#shown = shown;
  }

  read(): ReadAgentFiles {
    const config = this.#files.find(({ path }) => path === 'config.yml');
    if (config) this.#config = readConfigFile(config.text, this.#fileOf(config), this.#found);
    this.#problems.push(...this.#config.problems);
    for (const file of this.#files) if (file !== config) this.#readFile(file);
    this.#checkNames();
    const evalQuestions = this.#questions.flatMap((one) => this.#answered(one) ?? []);
    return {
      configuration: { spaces: this.#spaces(), agents: this.#config.agents, evalQuestions },
      problems: this.#problems,
      notices: this.#config.notices,
    };
  }

  #fileOf({ path }: AgentFile): string {
    return `${this.#shown}/${path}`;
  }

  #refuse(file: AgentFile, message: string, hint?: string): void {
    this.#refuseAt({ file: this.#fileOf(file), line: 1, column: 1 }, message, hint);
  }

  #refuseAt(at: SourcePosition, message: string, hint?: string): void {
    this.#problems.push({ message, at, ...(hint === undefined ? {} : { hint }) });
  }

  #readFile(file: AgentFile): void {
    const [folder = '', ...below] = file.path.split('/');
    if (file.path === 'eval_questions.yml') {
      this.#readQuestions(file);
      return;
    }
    if (below.length === 0) {
      this.#refuseOutside(file);
      return;
    }
    const kind = kinds.get(folder);
    if (!kind) {
      const names = [...kinds.keys()];
      const hint = didYouMean(folder, names, (name) => `'${name}'`) ?? `The folders are ${names.join(', ')}.`;
      this.#refuse(file, `The folder '${folder}' is not read.`, hint);
    } else if (kind === 'evalQuestions') {
      if (/\.ya?ml$/.test(file.path)) this.#readQuestions(file);
      else this.#refuse(file, "Eval questions are files '.yml'.", 'Rename or remove it.');
    } else if (file.path.endsWith('.md')) this.#readItem(file, kind, below);
    else this.#refuse(file, "Rules, certified queries and skills are files '.md'.", 'Rename or remove it.');
  }

  /** Refuses a file next to config.yml that has no meaning there. */
  #refuseOutside(file: AgentFile): void {
    if (file.path === 'README.md') return;
    const names = ['config.yml', 'eval_questions.yml'];
    const renamed = file.path.replace(/\.yaml$/, '.yml');
    const hint = names.includes(renamed)
      ? `Rename it to '${renamed}'.`
      : (didYouMean(file.path, names, (name) => `'${name}'`) ?? "Put it into 'rules/' or another folder.");
    this.#refuse(file, 'The file is not read.', hint);
  }

  #readItem(file: AgentFile, kind: Exclude<FileKind, 'evalQuestions'>, below: readonly string[]): void {
    const read = readMarkdown(file.text, this.#fileOf(file));
    const { head: yaml } = read;
    const where = wheres[kind];
    const entries = yaml.entries(yaml.root, `the ${where.slice('The '.length)}`, fileKeys(kind));
    const fileName = (below.at(-1) ?? '').slice(0, -'.md'.length);
    const fault = entries.has('name') ? undefined : nameFault(fileName);
    if (fault !== undefined) yaml.refuse(null, `The name of the file ${fault}.`, 'Rename it.');
    const space = this.#spaceOf(yaml, entries, kind, below.slice(0, -1));
    const source = { yaml, entries, node: yaml.root, where, fileName, file: read };
    const keep = <T>(
      list: InSpace<T>[],
      item: { readonly value: T; readonly at: SourcePosition } | undefined,
    ): void => {
      if (item && space !== undefined) list.push({ space, ...item });
    };
    // A file without a head lacks nothing else that is worth telling.
    if (yaml.problems.length === 0 || entries.size > 0) {
      if (kind === 'rule') keep(this.#found.rules, readRule(source));
      else if (kind === 'certifiedQuery') keep(this.#found.queries, readCertifiedQuery(source));
      else keep(this.#found.skills, readSkill(source));
    }
    this.#problems.push(...yaml.problems);
  }

  /** The space of a file: of its head, of its folder, or the implicit one. */
  #spaceOf(
    yaml: AgentYaml,
    entries: YamlEntries,
    kind: Exclude<FileKind, 'evalQuestions'>,
    folders: readonly string[],
  ): string | undefined {
    const names = this.#config.spaces.map(({ name }) => name);
    const [folder] = folders;
    const written = entries.get('space');
    const space = yaml.name(written);
    if (written) {
      if (space === undefined) return undefined;
      if (!names.includes(space)) {
        yaml.refuse(written.value, `There is no space '${space}'.`, spacesHint(space, names));
        return undefined;
      }
      if (folder !== undefined && folder !== space && names.includes(folder)) {
        yaml.refuse(written.value, `The file is in the folder of the space '${folder}'.`, 'Name one space only.');
        return undefined;
      }
      return space;
    }
    if (folder !== undefined && names.includes(folder)) return folder;
    // Folders of skills only order them, where there is one space.
    if (folder !== undefined && !(kind === 'skill' && !this.#config.isSeveral)) {
      yaml.refuse(null, `The folder '${folder}' is the name of no space.`, spacesHint(folder, names));
      return undefined;
    }
    if (names.includes(implicitName)) return implicitName;
    const hint = "Put it into a folder with the name of a space, or write 'space' into its head.";
    yaml.refuse(null, 'The file belongs to no space.', hint);
    return undefined;
  }

  #readQuestions(file: AgentFile): void {
    const yaml = new AgentYaml(file.text, this.#fileOf(file));
    const entries = yaml.entries(yaml.root, 'a file of eval questions', agentKeys.evalFile);
    const names = this.#config.spaces.map(({ name }) => name);
    const written = entries.get('space');
    const space = written ? yaml.name(written) : implicitName;
    if (space !== undefined && !names.includes(space))
      yaml.refuse(written?.value ?? yaml.root, `There is no space '${space}'.`, spacesHint(space, names));
    // The key of the reference, and the one that this service took before.
    const [list, former] = [entries.get('eval_questions'), entries.get('questions')];
    if (!list && !former) yaml.refuse(yaml.root, "The file has no 'eval_questions'.");
    if (list && former)
      yaml.refuse(former.value, "The file has both 'eval_questions' and 'questions'.", 'Put them into one list.');
    for (const item of yaml.items(list ?? former).slice(0, configurationBounds.items + 1)) {
      const keys = yaml.entries(item.value, 'a question', agentKeys.evalQuestion);
      for (const key of ['name', 'question']) {
        if (!keys.has(key)) yaml.refuse(item.keyNode, `A question needs '${key}'.`);
      }
      const name = yaml.name(keys.get('name'));
      const question = yaml.text(keys.get('question'), configurationBounds.text);
      const [sql, query] = [keys.get('sql'), keys.get('certified_query')];
      if ((sql === undefined) === (query === undefined))
        yaml.refuse(
          item.keyNode,
          sql
            ? "A question has both 'certifiedQuery' and 'sql'."
            : "A question has neither 'certifiedQuery' nor 'sql'.",
          'Its answer is one of them.',
        );
      const answer = query ? yaml.name(query) : yaml.text(sql, configurationBounds.text);
      if (name === undefined || question === undefined || answer === undefined || space === undefined) continue;
      const at = yaml.placeOf((query ?? sql)?.value ?? item.keyNode);
      const nameAt = yaml.placeOf(keys.get('name')?.value ?? item.keyNode);
      const value = { name, space, question, at };
      this.#questions.push({ space, at: nameAt, value, answer, isNamed: query !== undefined });
    }
    this.#problems.push(...yaml.problems);
  }

  #answered({ value, answer, isNamed }: { readonly value: Omit<EvalQuestion, 'sql'> } & WrittenAnswer) {
    if (!isNamed) return { ...value, sql: answer };
    const own = this.#found.queries.filter(({ space }) => space === value.space);
    const query = own.find((one) => one.value.name === answer);
    if (query) return { ...value, sql: query.value.sql };
    const near = didYouMean(
      answer,
      own.map((one) => one.value.name),
      (name) => `'${name}'`,
    );
    const message = `The space '${value.space}' has no certified query '${answer}'.`;
    this.#refuseAt(value.at, message, near ?? "Write the statement under 'sql' instead.");
    return undefined;
  }

  /** Names are unique in their space, those of skills everywhere: people write them without a space. */
  #checkNames(): void {
    const { rules, queries, skills } = this.#found;
    this.#refuseRepeated('rules', rules, true);
    this.#refuseRepeated('certified queries', queries, true);
    this.#refuseRepeated('skills', skills, false);
    this.#refuseRepeated('eval questions', this.#questions, true);
    const count = rules.length + queries.length + skills.length + this.#questions.length;
    if (count > configurationBounds.items)
      this.#refuseAt(
        { file: this.#shown, line: 1, column: 1 },
        `There are more than ${configurationBounds.items} rules, certified queries, skills and eval questions.`,
        'Remove some of them.',
      );
  }

  #refuseRepeated(what: string, items: readonly InSpace<{ readonly name: string }>[], isBySpace: boolean): void {
    const seen = new Map<string, SourcePosition>();
    for (const { space, value, at } of items) {
      const key = isBySpace ? JSON.stringify([space, value.name]) : value.name;
      const before = seen.get(key);
      if (before)
        this.#refuseAt(
          at,
          `Two ${what} have the name '${value.name}'.`,
          `The other one is in ${before.file}:${before.line}.`,
        );
      else seen.set(key, at);
    }
  }

  #spaces(): AgentConfiguration['spaces'] {
    const { rules, queries, skills } = this.#found;
    const valuesOf = <T>(list: readonly InSpace<T>[], name: string): readonly T[] =>
      list.flatMap(({ space, value }) => (space === name ? [value] : []));
    return this.#config.spaces.map((space) => {
      const own = valuesOf(rules, space.name).map(({ isAlways, ...rule }) => ({ rule, isAlways }));
      const those = (always: boolean) => own.flatMap(({ rule, isAlways }) => (isAlways === always ? [rule] : []));
      return {
        ...space,
        rules: { always: those(true), requested: those(false) },
        certifiedQueries: valuesOf(queries, space.name),
        skills: valuesOf(skills, space.name),
      };
    });
  }
}

interface WrittenAnswer {
  /** SQL, or the name of a certified query. */
  readonly answer: string;
  readonly isNamed: boolean;
}
