import { didYouMean } from '@orrery/kernel';
import { cubeOf, type MemberId, type ModelIndex, reasonAgainst } from '../../model/index.ts';

/** Explains why a name cannot be queried: a broken definition differs from a missing one. */
export function whyMissing(name: string, model: ModelIndex): { readonly message: string; readonly hint?: string } {
  const cube = name.includes('.') ? cubeOf(name as MemberId) : name;
  if (model.unavailable.has(cube)) return { message: `'${cube}' is unavailable` };
  const piece = model.pieces.get(cube);
  const reason = piece && reasonAgainst(piece, name);
  if (reason !== undefined) return { message: `'${name}' is unavailable. ${reason}` };
  const known = name.includes('.') ? model.members.keys() : model.pieces.keys();
  const hint = didYouMean(name, [...known]);
  return { message: `the model has no '${name}'`, ...(hint === undefined ? {} : { hint }) };
}
