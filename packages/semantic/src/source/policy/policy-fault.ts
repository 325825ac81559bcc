import { didYouMean } from '@orrery/kernel';
import type { KeyPath } from '../finding.ts';
import { callerNames, type ExpressionFault } from './policy-expression.ts';
import { type Reading, refuse } from '../fields/read-fields.ts';

const forms = 'It may read securityContext.x, userAttributes.x and groups, and use and, or, not';

export function refuseExpression(text: string, fault: ExpressionFault, place: KeyPath, reading: Reading): undefined {
  if (fault.kind === 'names-cube') {
    const [root = ''] = fault.reason.split('.');
    const hint = didYouMean(root, callerNames) ?? forms;
    return refuse(reading, 'model.policy-cube-reference', { found: fault.reason }, place, { hint });
  }
  return refuse(reading, 'model.policy-expression', { text, reason: fault.reason }, place, { hint: forms });
}
