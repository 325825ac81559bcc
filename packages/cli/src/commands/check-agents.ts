import { basename, dirname, relative, sep } from 'node:path';
import { agentModelProblems, loadAgentFiles, readAgentFiles } from '@orrery/agents';
import type { Project } from '@orrery/config';
import { type ConfigProblem, describeConfigProblem } from '@orrery/kernel';
import { counting, Statements } from '@orrery/runtime';
import type { ModelBuild } from '@orrery/semantic';
import { wholeModel } from './whole-model.ts';

export interface CheckedAgents {
  readonly problems: readonly ConfigProblem[];
  /** The lines of the report: the files that were read, and the settings without an effect. Empty without files. */
  readonly lines: readonly string[];
}

/**
 * Checks the files below `agents/`, and whether the model answers their certified queries. Reads no data.
 *
 * @param directory that problems name files from @param project absent while its settings have problems
 */
export async function checkAgents(
  build: ModelBuild,
  { agentsDirectory, directory, project }: AgentsToCheck,
  now: number,
): Promise<CheckedAgents> {
  const shown = relative(directory, agentsDirectory).split(sep).join('/');
  const folder = shown.startsWith('../') ? besideProject(agentsDirectory) : shown;
  const { files, problems } = await loadAgentFiles(agentsDirectory, folder);
  if (files.length + problems.length === 0) return { problems: [], lines: [] };
  const read = readAgentFiles(files, folder);
  const { spaces, agents, evalQuestions } = read.configuration;
  const told = [
    counting(
      sum(spaces, ({ rules }) => rules.always.length + rules.requested.length),
      'rule',
    ),
    counting(
      sum(spaces, ({ skills }) => skills.length),
      'skill',
    ),
    `certified queries: ${sum(spaces, ({ certifiedQueries }) => certifiedQueries.length)}`,
  ];
  const lines = read.notices.map((notice) => `note: ${describeConfigProblem(notice)}`);
  const found = [...problems, ...read.problems];
  if (!project || build.problems.length > 0)
    lines.push('Certified queries are not compared with the model while the project has problems.');
  else {
    const statements = new Statements();
    try {
      const state = await wholeModel(build, project);
      found.push(...(await agentModelProblems(read.configuration, { state, statements, now })));
    } finally {
      await statements.close();
    }
  }
  lines.push(
    `${counting(agents.length, 'agent')}: ${told.join(', ')}, ${counting(evalQuestions.length, 'eval question')}.`,
  );
  return { problems: found, lines };
}

interface AgentsToCheck {
  readonly agentsDirectory: string;
  readonly directory: string;
  readonly project: Project | undefined;
}

/** A folder of a branch outside of the project, without the way to it. */
function besideProject(agentsDirectory: string): string {
  return `${basename(dirname(agentsDirectory))}/${basename(agentsDirectory)}`;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
