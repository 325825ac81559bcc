import { describeConfigProblem } from '@orrery/kernel';
import type { Runtime } from '@orrery/runtime';
import type { AgentConfiguration } from './configuration.ts';
import { loadAgentFiles, stampOf } from './load-agent-files.ts';
import { readAgentFiles } from './read-agent-files.ts';

interface KeptConfiguration {
  readonly stamp: string;
  readonly configuration: AgentConfiguration;
  readonly lookedAt: number;
}

/** Files are looked at again after this time, when somebody asks. */
const lookAgainMs = 500;
const shown = 'agents';

/**
 * Configurations in the files below `agents/`, for each runtime: of a deployment or of one of its branches. Changed
 * files are read at the next request. While they have a problem, the configuration before stays; a runtime whose first
 * files have a problem has one agent without instructions.
 */
export class AgentConfigurations {
  readonly #kept = new WeakMap<object, KeptConfiguration>();
  readonly #log: { error(facts: object, message: string): void };
  readonly #now: () => number;

  constructor(log: { error(facts: object, message: string): void }, now = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  of(runtime: Pick<Runtime, 'agentsDirectory' | 'deploymentId' | 'branch'>): AgentConfiguration {
    const before = this.#kept.get(runtime);
    const lookedAt = this.#now();
    if (before && lookedAt - before.lookedAt < lookAgainMs) return before.configuration;
    const stamp = stampOf(runtime.agentsDirectory);
    const kept = before?.stamp === stamp ? { ...before, lookedAt } : this.#read(runtime, before, { stamp, lookedAt });
    this.#kept.set(runtime, kept);
    return kept.configuration;
  }

  #read(
    { agentsDirectory, deploymentId, branch }: Pick<Runtime, 'agentsDirectory' | 'deploymentId' | 'branch'>,
    before: KeptConfiguration | undefined,
    seen: Pick<KeptConfiguration, 'stamp' | 'lookedAt'>,
  ): KeptConfiguration {
    const loaded = loadAgentFiles(agentsDirectory, shown);
    const read = readAgentFiles(loaded.files, shown);
    const problems = [...loaded.problems, ...read.problems];
    if (problems.length === 0) return { ...seen, configuration: read.configuration };
    const told = problems.slice(0, mostLogged).map(describeConfigProblem);
    this.#log.error(
      { deployment: deploymentId, branch, problems: problems.length, first: told },
      'files of agents have problems; what they said before stays',
    );
    return { ...seen, configuration: before?.configuration ?? readAgentFiles([], shown).configuration };
  }
}

const mostLogged = 20;
