import { isElement, type ScimResource } from '../resource/index.ts';
import { type ScimProfile, userProfile } from './user-profile.ts';

/** Derives missing names from the known ones: some providers cannot handle people without a name. */
function shownNames({ displayName, formattedName, givenName, familyName, username }: ScimProfile) {
  const together = [givenName, familyName].filter((part) => part !== null).join(' ');
  return {
    displayName: displayName ?? formattedName ?? (together || username),
    formattedName: formattedName ?? (together || (displayName ?? username)),
  };
}

/** Completes a user with a display name and a full name made of the known names. */
export function withShownNames(resource: ScimResource): ScimResource {
  const { displayName, formattedName: formatted } = shownNames(userProfile(resource));
  const { name } = resource.core;
  const whole = { formatted, ...(name !== undefined && isElement(name) ? name : {}) };
  return { ...resource, core: { ...resource.core, name: whole, displayName } };
}

/** Drops derived names that come back unchanged, so that they keep following the names they are made of. */
export function withoutShownNames(known: ScimProfile, wanted: ScimProfile): ScimProfile {
  const before = shownNames(known);
  const isShown = (name: 'displayName' | 'formattedName') => known[name] === null && wanted[name] === before[name];
  const said = {
    ...wanted,
    ...(isShown('displayName') ? { displayName: null } : {}),
    ...(isShown('formattedName') ? { formattedName: null } : {}),
  };
  const after = shownNames(said);
  return {
    ...wanted,
    displayName: after.displayName === wanted.displayName ? said.displayName : wanted.displayName,
    formattedName: after.formattedName === wanted.formattedName ? said.formattedName : wanted.formattedName,
  };
}
