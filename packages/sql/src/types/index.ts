export { type CastContext, canCast, findCast } from './casts.ts';
export { commonType } from './common-type.ts';
export { type ResolvedSignature, resolveFunction, resolveOperator } from './resolve.ts';
export { type ParameterName, readSignature, type Signature } from './signature.ts';
export {
  arrayOf,
  type ElementName,
  elementOf,
  isArrayName,
  isVector,
  type SqlType,
  sameType,
  type TypeName,
} from './sql-type.ts';
export {
  type ColumnTypeName,
  categoryOf,
  columnTypeOf,
  elementNames,
  isPreferred,
  oidOf,
  typeText,
} from './type-facts.ts';
export { typeNamed } from './type-names.ts';
export { modifiersOf, namesOfType, typeOfOid, type WireType, wireTypeOf } from './wire-type.ts';
