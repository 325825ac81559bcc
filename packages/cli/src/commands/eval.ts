import { OperatorError } from '@orrery/kernel';
import { branchFlag, branchOf, type Command, contextFlag, readCaller, withRuntime } from '../command/index.ts';

/** Asks eval questions on the data of the project; exits with 1 when an answer is wrong, or cannot be graded. */
export const evaluate: Command = {
  usage: 'eval [--project DIR] [--agent NAME] [--branch NAME] [--file FILE] [--context JSON] [--format table|json]',
  summary: 'asks an agent its eval questions without a server, and compares its answers with the right ones',
  settings: ['project', 'data'],
  flags: [
    { name: 'agent', shows: 'NAME  the agent to ask (default: the first one of agents/config.yml)' },
    branchFlag,
    { name: 'file', shows: 'FILE  only the questions of this file below agents/eval_questions/' },
    contextFlag,
    { name: 'format', shows: 'table|json  how to print the grades (default: table)' },
  ],
  words: 0,
  async run(input) {
    const { flags, print } = input;
    const format = flags['format'] ?? 'table';
    if (format !== 'table' && format !== 'json')
      throw new OperatorError(`--format is table or json, not '${String(format)}'.`);
    const { securityContext } = await readCaller(flags['context'], input);
    const { evaluateAgent, hasFailed, renderReport } = await import('../evaluate/index.ts');
    const textOf = (flag: string) => (flags[flag] === undefined ? undefined : String(flags[flag]));
    const wanted = { agentName: textOf('agent'), questionFile: textOf('file') };
    let isFailed = false;
    const code = await withRuntime(input, { securityContext }, async (runtime, project) => {
      const evaluated = await evaluateAgent({ runtime, project, securityContext, ...wanted }, input);
      print(renderReport({ ...evaluated, branchName: branchOf(input) }, format));
      isFailed = hasFailed(evaluated);
    });
    return isFailed ? 1 : code;
  },
};
