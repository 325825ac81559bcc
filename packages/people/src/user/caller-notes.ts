import { didYouMean, isRecord, type SecurityContext } from '@orrery/kernel';

const known = ['groups', 'roles', 'userAttributes', 'user', 'viewer'];

/** Lists parts of a security context that look meant for policies but that policies do not read. */
export function callerNotes(context: SecurityContext): readonly string[] {
  const reserved = Object.hasOwn(context, 'cubeCloud') ? context['cubeCloud'] : undefined;
  if (isRecord(reserved)) {
    return Object.keys(reserved)
      .filter((key) => !known.includes(key))
      .map((key) => {
        const hint = didYouMean(key, known, (name) => `cubeCloud.${name}`);
        return `cubeCloud.${key} is not read by policies.${hint ? ` ${hint}` : ''}`;
      });
  }
  return known
    .filter((key) => !['user', 'viewer'].includes(key) && Object.hasOwn(context, key))
    .map((key) => `'${key}' is not read by policies under that name: write cubeCloud.${key}.`);
}
