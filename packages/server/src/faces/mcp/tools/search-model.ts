import { dataOfRuntime, searchAndPresent } from '@orrery/agents';
import { z } from 'zod';
import { requireScope } from '../mcp-caller.ts';
import type { QueryDependencies } from './ask-rows.ts';
import { deploymentId, type McpTool, noticeSchema, toolOf } from './tool.ts';

const member = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  type: z.string(),
  aggType: z.string().optional().describe('Present for measures'),
});

export function searchModel(dependencies: QueryDependencies): McpTool {
  return toolOf({
    name: 'searchModel',
    title: 'Search the data model',
    description:
      'Searches views, cubes and their members by names, titles, descriptions and synonyms, and returns the best ' +
      'matches with the exact names that runQuery takes. Call it before the first query, with the nouns of the ' +
      'question; an empty searchQuery lists what there is. What it does not return does not exist for this user.',
    input: z.strictObject({ searchQuery: z.string().max(1_000), deploymentId }),
    output: z.object({
      notice: noticeSchema.optional(),
      deploymentId: z.int(),
      searchQuery: z.string(),
      cubes: z.array(z.object({ name: z.string(), type: z.string(), title: z.string(), members: z.array(member) })),
      contexts: z
        .array(z.object({ name: z.string(), context: z.string() }))
        .describe('What the authors of the model say about these names'),
      isCut: z.boolean().describe('Members are left out: search for the name of a view to see all of its members'),
    }),
    run: async ({ searchQuery, deploymentId: wanted }, { caller, reach, requestId }) => {
      requireScope(caller, 'meta');
      const id = await reach.require(wanted);
      const { runtime, principal } = await reach.open(id);
      const { cubes } = await dataOfRuntime(runtime, { principal, requestId }, dependencies).meta();
      const { presented, contexts, isCut } = await searchAndPresent(cubes, searchQuery);
      return { deploymentId: id, searchQuery, cubes: presented, contexts, isCut };
    },
  });
}
