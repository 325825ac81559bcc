import {
  agentSchema,
  agentSkillsQuerySchema,
  agentSkillsSchema,
  agentsQuerySchema,
  agentsSchema,
  agentUpdateSchema,
} from '../../../platform/index.ts';
import { get, patch } from '../../operation.ts';
import { adminOfDeployment, forViewers, inFrames, onDeployment } from '../../takes.ts';

const tag = 'Agents';

/** Operations of the agents of a deployment. */
export const agentOperations = {
  list: get('/deployments/:deploymentId/agents', {
    id: 'getAgents',
    tag,
    summary: 'Agents that the files of a deployment define, the default one first',
    takes: inFrames(forViewers(onDeployment('DeploymentAgentRead'), 'read')),
    query: agentsQuerySchema,
    answer: agentsSchema,
  }),
  update: patch('/deployments/:deploymentId/agents/:id', {
    id: 'updateAgent',
    tag,
    summary: 'Say whether viewers of embedded content may talk to an agent',
    takes: adminOfDeployment,
    idOf: 'agent',
    body: agentUpdateSchema,
    answer: agentSchema,
    example: { allowEmbedding: false },
  }),
  skills: get('/deployments/:deploymentId/agent-skills', {
    id: 'getAgentSkills',
    tag,
    summary: 'Skills that the files of agents define, without their instructions',
    takes: inFrames(forViewers(onDeployment('DeploymentAgentRead'), 'read')),
    query: agentSkillsQuerySchema,
    answer: agentSkillsSchema,
  }),
};
