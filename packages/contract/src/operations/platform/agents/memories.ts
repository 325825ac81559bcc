import { memoriesQuerySchema, memoriesSchema } from '../../../platform/index.ts';
import { get, remove } from '../../operation.ts';
import { forViewers, onDeployment } from '../../takes.ts';

const tag = 'Memories';
const takes = forViewers(onDeployment('DeploymentAgentRead'), 'read');

/** Operations of memories that people have written for the agents of a deployment. */
export const memoryOperations = {
  list: get('/deployments/:deploymentId/memories', {
    id: 'getMemories',
    tag,
    summary:
      'List what agents remember, the newest first: own memories and those that are shared with the caller, all for admins, own ones for viewers',
    takes,
    query: memoriesQuerySchema,
    answer: memoriesSchema,
  }),
  delete: remove('/deployments/:deploymentId/memories/:id', {
    id: 'deleteMemory',
    tag,
    summary: 'Delete an own memory; admins delete any',
    takes,
    idOf: 'memory',
    answer: 'nothing',
  }),
};
