import type { Expression } from '../syntax/index.ts';
import { type NodeFields, fieldsOf, numberOf, textOf } from './reading.ts';

/** Reads a constant. PostgreSQL leaves zero, false and the empty text out of its tree, and takes a sign into a number. */
export function readConstant(constant: NodeFields, position: number): Expression {
  if ('ival' in constant)
    return { kind: 'number', text: String(numberOf(fieldsOf(constant['ival'])['ival'])), position };
  if ('fval' in constant)
    return { kind: 'number', text: digitsOf(textOf(fieldsOf(constant['fval'])['fval'])), position };
  if ('boolval' in constant)
    return { kind: 'boolean', value: fieldsOf(constant['boolval'])['boolval'] === true, position };
  if ('sval' in constant) return { kind: 'string', text: textOf(fieldsOf(constant['sval'])['sval']), position };
  if ('bsval' in constant) return { kind: 'bits', text: textOf(fieldsOf(constant['bsval'])['bsval']), position };
  return { kind: 'null', position };
}

/** `1_000.5` and whole numbers of other bases, beyond 32 bits, are left as they are written. */
function digitsOf(written: string): string {
  const digits = written.replaceAll('_', '');
  const based = /^(-?)(0[xXoObB].*)$/.exec(digits);
  return based ? `${based[1]}${BigInt(based[2] ?? '0')}` : digits;
}
