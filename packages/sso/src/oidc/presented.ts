import { textFault } from '@orrery/kernel';
import type { Presented } from '@orrery/people';
import type { OidcProvider } from './oidc-provider.ts';
import type { ProviderClaims } from './finish.ts';
import { unsound } from '../fault/index.ts';

const longest = 255;
const longestGroup = 255;

/** Reads what a provider states about a person by the names of its settings. @throws SsoFault */
export function presentedBy(provider: OidcProvider, claims: ProviderClaims): Presented {
  const { settings } = provider;
  const text = (claim: string | undefined) => textIn(claim === undefined ? undefined : claims[claim]);
  const subject = subjectIn(claims[settings.subject]);
  if (subject === undefined) throw unsound(provider, `there is no text in the claim '${settings.subject}'`);
  const email = text(settings.claims.email);
  // It says something about this claim, and nothing about another one that is read in its place.
  const isVerified = settings.claims.email === 'email' && isTrue(claims['email_verified']);
  return {
    issuer: claims.iss,
    subject,
    userName: text(settings.claims.userName),
    externalId: text(settings.externalId),
    email: email === undefined ? undefined : { value: email, isVerified },
    givenName: text(settings.claims.givenName),
    familyName: text(settings.claims.familyName),
    displayName: text(settings.claims.displayName),
    groups: groupsIn(claims, settings),
    session: text('sid'),
  };
}

/** Reads the text that identifies a person. Nothing is cut from it, since it is compared as it is. */
function subjectIn(value: unknown): string | undefined {
  const isSound = typeof value === 'string' && value !== '' && textFault(value, longest) === undefined;
  return isSound ? value : undefined;
}

function textIn(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
  return text === undefined || text === '' || text.length > longest ? undefined : text;
}

/** Some providers send it as a text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** A list that the provider left out because it is long, is unknown. */
function groupsIn(
  claims: ProviderClaims,
  { groups, splitAtCommas }: OidcProvider['settings'],
): readonly string[] | undefined {
  const value = claims[groups];
  const names = typeof value === 'string' ? (splitAtCommas ? value.split(',') : [value]) : value;
  if (!Array.isArray(names)) return undefined;
  return names.flatMap((name) =>
    typeof name === 'string' && name.trim() !== '' && name.length <= longestGroup ? [name.trim()] : [],
  );
}
