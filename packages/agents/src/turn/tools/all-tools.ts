import type { Turn } from '../turn.ts';
import { orreryDimensionValues } from './orrery-dimension-values.ts';
import { orreryInstructions } from './orrery-instructions.ts';
import { orreryMeta } from './orrery-meta.ts';
import { mayRemember, orreryRemember } from './orrery-remember.ts';
import { orrerySqlApi } from './orrery-sql-api.ts';
import type { Tool } from './tool.ts';

/**
 * Tools of a turn. Rules and skills are fetched only where there are some; something is remembered only where the message
 * of the user asks for it.
 */
export function toolsFor(turn: Pick<Turn, 'agent' | 'question' | 'memories'>): readonly Tool[] {
  const { rules, skills } = turn.agent;
  const hasTexts = rules.requested.length + skills.length > 0;
  return [
    orreryMeta,
    orrerySqlApi,
    orreryDimensionValues,
    ...(hasTexts ? [orreryInstructions] : []),
    ...(mayRemember(turn) ? [orreryRemember] : []),
  ];
}
