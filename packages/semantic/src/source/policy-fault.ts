import type { Place } from './finding.ts';
import type { ExpressionFault } from './policy-expression.ts';
import { type Reading, refuse } from './read-fields.ts';

const forms = 'It may read securityContext.x, userAttributes.x and groups, and use and, or, not';

export function refuseExpression(text: string, fault: ExpressionFault, place: Place, reading: Reading): undefined {
  if (fault.kind === 'names-cube') {
    return refuse(reading, 'model.policy-cube-reference', { found: fault.reason }, place, { hint: forms });
  }
  return refuse(reading, 'model.policy-expression', { text, reason: fault.reason }, place, { hint: forms });
}
