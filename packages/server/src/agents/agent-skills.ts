import type { AgentConfigurations } from '@orrery/agents';
import type { AgentSkillsQuery, WireAgentSkill } from '@orrery/contract';
import { NotFound } from '@orrery/kernel';
import type { Runtimes } from '@orrery/runtime';
import type { Logger } from 'pino';

export type AgentSkillsReader = (deploymentId: number, of: AgentSkillsQuery) => Promise<readonly WireAgentSkill[]>;

/** Lists skills of deployments that are served. The code that reads files of agents is loaded with the first request. */
export function agentSkillsOf(runtimes: Pick<Runtimes, 'get'>, log: Pick<Logger, 'error'>): AgentSkillsReader {
  let opened: Promise<AgentConfigurations> | undefined;
  return async (deploymentId, { space, branchName }) => {
    const runtime = await runtimes.get(deploymentId, branchName ?? null);
    if (!runtime) {
      throw branchName === undefined
        ? new NotFound('deployment.not-served', `Deployment ${deploymentId} is not served here`)
        : new NotFound('branch.unknown', `There is no branch '${branchName}'`);
    }
    opened ??= import('@orrery/agents').then((agents) => new agents.AgentConfigurations(log));
    const { spaces } = await (await opened).of(runtime);
    return spaces.flatMap(({ name, skills }) => (space === undefined || space === name ? skills : []));
  };
}
