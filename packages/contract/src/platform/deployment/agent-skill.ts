import { z } from 'zod';
import { nullAsAbsent } from '../null-as-absent.ts';

export const agentSkillsQuerySchema = z.object({
  space: nullAsAbsent(z.string().min(1).max(100)).describe('Only skills of this space'),
  branchName: nullAsAbsent(z.string().min(1).max(100)).describe('A branch instead of the deployment itself'),
});

export type AgentSkillsQuery = z.infer<typeof agentSkillsQuerySchema>;

/** A skill as people choose it, without its instructions. */
export const agentSkillSchema = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
});

export type WireAgentSkill = z.infer<typeof agentSkillSchema>;

export const agentSkillsSchema = z.strictObject({ items: z.array(agentSkillSchema) });
