import { didYouMean, type InputProblem, type InvalidInput, invalidValues } from '@orrery/kernel';
import type { AgentConfiguration, ConfiguredAgent } from '../config/index.ts';
import type { NamedQuestion } from './evaluation.ts';
import { evaluationBounds } from './evaluation-bounds.ts';

type ConfiguredQuestion = AgentConfiguration['evalQuestions'][number];

/** The chosen questions, and the agent that answers them. */
interface ChosenQuestions {
  readonly agent: ConfiguredAgent;
  readonly questions: readonly NamedQuestion[];
}

interface QuestionSelection {
  /** Absent: the first agent of the files. */
  readonly agentName?: string | undefined;
  /** Absent: all files of the space of the agent. */
  readonly questionFile?: string | undefined;
}

/** Chooses the agent, and those questions of its space that are in the file. @throws InvalidInput */
export function chooseQuestions(
  configuration: AgentConfiguration,
  { agentName, questionFile }: QuestionSelection,
): ChosenQuestions {
  const { agents, evalQuestions } = configuration;
  const agent = agents.find(({ name }) => agentName === undefined || name === agentName);
  const files = [...new Set(evalQuestions.map(fileOf))];
  const file = questionFile === undefined ? undefined : files.find((one) => namesOf(one).has(questionFile));
  const problems: InputProblem[] = [];
  const quoted = (name: string) => `'${name}'`;
  if (!agent) {
    const names = agents.map(({ name }) => name);
    const hint = didYouMean(agentName ?? '', names, quoted) ?? `The agents are ${names.slice(0, 20).join(', ')}.`;
    problems.push({ path: 'agentName', message: `is the name of no agent. ${hint}` });
  }
  if (questionFile !== undefined && file === undefined) {
    const known = files.length === 0 ? 'There is none.' : `The files are ${files.slice(0, 20).join(', ')}.`;
    const hint = didYouMean(questionFile, files, quoted) ?? known;
    problems.push({ path: 'questionFile', message: `is no file of eval questions. ${hint}` });
  }
  if (!agent || problems.length > 0) throw refused(problems);
  const ofSpace = evalQuestions.filter(({ space }) => space === agent.space);
  const questions = ofSpace.filter((one) => file === undefined || fileOf(one) === file);
  const path = file === undefined ? 'agentName' : 'questionFile';
  if (questions.length === 0) throw refused([{ path, message: `has no eval questions of the space '${agent.space}'` }]);
  const { questions: most } = evaluationBounds;
  if (questions.length > most) {
    const message = `leads to ${questions.length} questions; one run asks up to ${most}. Name a file with fewer`;
    throw refused([{ path: 'questionFile', message }]);
  }
  const asked = questions.map(({ name, question, sql }) => ({ name, question, truthSql: sql }));
  return { agent, questions: asked };
}

const outside = 'eval_questions.yml';

/** The path of a file of questions below its folder, `sales.yml`; that of the one file outside of it is its name. */
function fileOf({ at }: ConfiguredQuestion): string {
  const folder = '/eval_questions/';
  const start = at.file.indexOf(folder);
  return start < 0 ? outside : at.file.slice(start + folder.length);
}

/** The ways in which a file may be named. */
function namesOf(file: string): ReadonlySet<string> {
  const short = file.replace(/\.ya?ml$/, '');
  const folders = file === outside ? ['', 'agents/'] : ['', 'eval_questions/', 'agents/eval_questions/'];
  return new Set([file, short].flatMap((name) => folders.map((at) => at + name)));
}

function refused(problems: readonly InputProblem[]): InvalidInput {
  return invalidValues('evaluation.invalid', problems);
}
