import { relative, sep } from 'node:path';
import {
  askAll,
  chooseQuestions,
  examineAgent,
  type GradedInOrder,
  loadAgentFiles,
  readAgentFiles,
} from '@orrery/agents';
import type { Project } from '@orrery/config';
import {
  describeConfigProblem,
  firstAccountId,
  InvalidInput,
  OperatorError,
  type SecurityContext,
} from '@orrery/kernel';
import { answersOfCommand, type CallerRuntime, RequestMemory, Statements } from '@orrery/runtime';
import type { CommandInput } from '../command/index.ts';
import { withModels } from './with-models.ts';

/** The questions of an agent, and their results. */
export interface EvaluatedAgent {
  readonly agentName: string;
  /** The models that answered, or `analyst`. */
  readonly models: readonly string[];
  readonly results: readonly GradedInOrder[];
}

interface AgentToEvaluate {
  readonly runtime: CallerRuntime;
  readonly project: Project;
  readonly securityContext: SecurityContext;
  /** Absent: the first agent of the files. */
  readonly agentName?: string | undefined;
  readonly questionFile?: string | undefined;
}

/**
 * Asks an agent of a project its eval questions, as chats of a server would, and tells of each grade.
 *
 * @throws OperatorError for files with problems, and for an agent or file that is not there
 */
export async function evaluateAgent(
  { runtime, project, securityContext, ...wanted }: AgentToEvaluate,
  input: CommandInput,
): Promise<EvaluatedAgent> {
  const configuration = await readConfiguration(project);
  const { agent, questions } = chosen(configuration, wanted);
  const { clock, note } = input;
  const statements = new Statements();
  try {
    return await withModels(input, { project, agent }, async (chooseModel) => {
      const userId = userIn(securityContext);
      const asker = { accountId: firstAccountId, userId, context: () => Promise.resolve(securityContext) };
      const place = { deploymentId: runtime.deploymentId, branch: runtime.branch, requestId: 'eval' };
      let ids = 0;
      const examinee = await examineAgent(
        { asker, place, agentName: agent.name },
        {
          runtimes: { get: () => Promise.resolve(runtime) },
          configurationOf: async () => configuration,
          answers: answersOfCommand(clock, cacheBytes),
          observer: { observe: () => undefined },
          memory: new RequestMemory(),
          log: { warn: (facts, message) => note(`${message}: ${JSON.stringify(facts)}`) },
          newId: () => `eval-${(ids += 1)}`,
          ...{ chooseModel, statements, clock },
        },
      );
      const results = await askAll(questions, examinee, {
        signal: new AbortController().signal,
        log: { error: (facts, message) => note(`${message}: ${String(Reflect.get(facts, 'err'))}`) },
        onGraded: ({ name, verdict }, done) => note(`${done} of ${questions.length}: ${name}: ${verdict}`),
      });
      const models = [...new Set(results.flatMap(({ model }) => model ?? []))];
      return { agentName: agent.name, models, results };
    });
  } finally {
    await statements.close();
  }
}

/** The rows of an answer are asked for again when it is graded. */
const cacheBytes = 16 * 1024 * 1024;

type Configuration = ReturnType<typeof readAgentFiles>['configuration'];

async function readConfiguration({ directory, agentsDirectory }: Project): Promise<Configuration> {
  const shown = relative(directory, agentsDirectory).split(sep).join('/');
  const { files, problems } = await loadAgentFiles(agentsDirectory, shown);
  const read = readAgentFiles(files, shown);
  const found = [...problems, ...read.problems];
  if (found.length === 0) return read.configuration;
  throw new OperatorError(found.map(describeConfigProblem).join('\n'));
}

const flagOf: Readonly<Record<string, string>> = { agentName: '--agent', questionFile: '--file' };

function chosen(configuration: Configuration, wanted: Parameters<typeof chooseQuestions>[1]) {
  try {
    return chooseQuestions(configuration, wanted);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const lines = error.details.map(({ path, message }) => {
      const isGiven = path === 'agentName' ? wanted.agentName !== undefined : wanted.questionFile !== undefined;
      return `${isGiven ? flagOf[path] : 'The agent'} ${message.replace(/[.?]?$/, (end) => end || '.')}`;
    });
    throw new OperatorError(lines.join('\n'), { cause: error });
  }
}

/** The user that a context names, for what models use; 0 for the command line itself. */
function userIn({ cubeCloud }: SecurityContext): number {
  if (typeof cubeCloud !== 'object' || cubeCloud === null || !('user' in cubeCloud)) return 0;
  return typeof cubeCloud.user === 'number' ? cubeCloud.user : 0;
}
