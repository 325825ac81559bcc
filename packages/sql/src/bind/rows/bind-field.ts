import { shownLiteral } from '@orrery/kernel';
import { functionsNamed } from '../../functions/index.ts';
import type { Scalar } from '../../relation/index.ts';
import { typeText } from '../../types/index.ts';
import { refusePlan } from '../../refusal.ts';

/** A field of a record: `(f(x)).n`. @throws StatementRefused for a value without such a field */
export function fieldOfRecord(operand: Scalar, name: string, position: number): Scalar {
  const folded = name.toLowerCase();
  const field = operand.type.fields?.find((one) => one.name === folded);
  const [entry] = functionsNamed('record_field');
  if (!field || !entry) {
    const shown = typeText(operand.type.name);
    return refusePlan(
      'sql.field',
      `column notation .${shownLiteral(name)} applied to type ${shown}, which has no such field`,
      position,
    );
  }
  const which: Scalar = { kind: 'constant', value: field.name, type: { name: 'text' } };
  return { kind: 'call', function: entry, arguments: [operand, which], type: field.type, position };
}
