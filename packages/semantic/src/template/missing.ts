import { TemplateFault } from './template-fault.ts';
import type { MissingValue } from './value.ts';

/** Returns the fault for using a missing value. */
export function missing({ name, hint }: MissingValue): TemplateFault {
  if (/^(CUBE|TABLE|FILTER_PARAMS|FILTER_GROUP|SECURITY_CONTEXT|SQL_UTILS)\b/.test(name)) {
    const reference = 'A reference in SQL takes single braces: {CUBE}';
    return new TemplateFault('model.template-unknown-name', { name }, { hint: reference });
  }
  if (/^(securityContext|security_context|userAttributes|user_attributes|groups)\b/.test(name)) {
    const attribute = `An attribute of the caller takes single braces: "{ ${name === 'groups' ? "groups.includes('x')" : `${name.split('.')[0]}.x`} }"`;
    return new TemplateFault('model.template-unknown-name', { name }, { hint: attribute });
  }
  return name.startsWith('COMPILE_CONTEXT.')
    ? new TemplateFault('model.template-missing-context', { name })
    : new TemplateFault(
        'model.template-unknown-name',
        { name },
        { hint: hint?.(), wanted: /^\w+(?=$|\.)/.exec(name)?.[0] },
      );
}
