import { z } from 'zod';
import { toolOf } from './tool.ts';
import { ToolRefused } from './tool-error.ts';

const schema = z.object({ kind: z.enum(['rule', 'skill']), name: z.string().min(1).max(200) });

export const orreryInstructions = toolOf({
  name: 'orreryInstructions',
  description:
    'Returns the text of one of the rules or skills that the system prompt lists by name and description. Call it when a ' +
    'description fits the question, and before you query.',
  schema,
  run: async ({ kind, name }, { turn }) => {
    const { rules, skills } = turn.agent;
    const texts: readonly { readonly name: string; readonly text: string }[] =
      kind === 'rule'
        ? rules.requested.map((rule) => ({ name: rule.name, text: rule.prompt }))
        : skills.map((skill) => ({ name: skill.name, text: skill.instructions }));
    const found = texts.find((each) => each.name === name);
    if (found) return { result: { kind, name, text: found.text }, shown: { descriptions: [found.text] } };
    const names = texts.map((each) => each.name).join(', ');
    throw new ToolRefused(`There is no ${kind} ${JSON.stringify(name)}; there are: ${names === '' ? 'none' : names}`);
  },
});
