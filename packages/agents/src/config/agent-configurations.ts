import { describeConfigProblem } from '@orrery/kernel';
import type { Runtime } from '@orrery/runtime';
import type { AgentConfiguration } from './configuration.ts';
import { loadAgentFiles, stampOf } from './load-agent-files.ts';
import { readAgentFiles } from './read-agent-files.ts';

type RuntimeOfAgents = Pick<Runtime, 'agentsDirectory' | 'deploymentId' | 'branch'>;

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
  /** Looks at files that run; requests share them. */
  readonly #looks = new WeakMap<object, Promise<KeptConfiguration>>();
  readonly #log: { error(facts: object, message: string): void };
  readonly #now: () => number;

  constructor(log: { error(facts: object, message: string): void }, now = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  async of(runtime: RuntimeOfAgents): Promise<AgentConfiguration> {
    const before = this.#kept.get(runtime);
    const now = this.#now();
    if (before && now - before.lookedAt < lookAgainMs) return before.configuration;
    let look = this.#looks.get(runtime);
    if (!look) {
      look = this.#look(runtime, before, now).finally(() => this.#looks.delete(runtime));
      this.#looks.set(runtime, look);
    }
    return (await look).configuration;
  }

  async #look(
    runtime: RuntimeOfAgents,
    before: KeptConfiguration | undefined,
    lookedAt: number,
  ): Promise<KeptConfiguration> {
    const stamp = await stampOf(runtime.agentsDirectory);
    const isSame = before?.stamp === stamp;
    const kept = isSame ? { ...before, lookedAt } : await this.#read(runtime, before, { stamp, lookedAt });
    this.#kept.set(runtime, kept);
    return kept;
  }

  async #read(
    { agentsDirectory, deploymentId, branch }: RuntimeOfAgents,
    before: KeptConfiguration | undefined,
    seen: Pick<KeptConfiguration, 'stamp' | 'lookedAt'>,
  ): Promise<KeptConfiguration> {
    const loaded = await loadAgentFiles(agentsDirectory, shown);
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
