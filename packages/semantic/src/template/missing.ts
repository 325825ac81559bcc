import { TemplateFault } from './template-fault.ts';
import type { MissingValue } from './value.ts';

/** Something is wanted of what is not there. */
export function missing({ name, hint }: MissingValue): TemplateFault {
  return name.startsWith('COMPILE_CONTEXT.')
    ? new TemplateFault('model.template-missing-context', { name })
    : new TemplateFault('model.template-unknown-name', { name }, { hint: hint?.() });
}
