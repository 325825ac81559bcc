import { textFault } from '@orrery/kernel';
import type { Presented } from '@orrery/people';
import { SsoFault, unsound } from '../fault/index.ts';
import type { Assertion } from './assertion.ts';
import { attributeNamed } from './spellings.ts';
import type { SoundAssertion } from './require-assertion.ts';
import type { SamlProvider } from './message.ts';

/** Statement of a provider about a person, as it is kept until the browser comes with its cookies. */
export interface SamlStatement {
  readonly issuer: string;
  readonly nameId: { readonly value: string; readonly format: string } | undefined;
  readonly attributes: readonly (readonly [name: string, values: readonly string[]])[];
  readonly session: string | undefined;
  /** Sentences for admins. */
  readonly warnings: readonly string[];
}

const formats = 'urn:oasis:names:tc:SAML:2.0:nameid-format:';
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const longest = 255;
const longestSubject = 1_024;

export function samlStatementOf({ assertion }: SoundAssertion, usesSha1: boolean): SamlStatement {
  const { issuer = '', nameId: named, attributes, session } = assertion;
  const nameId = named && { value: named.value, format: named.format };
  const sha1 = 'The provider signs by SHA-1, which can be forged with effort: have it sign by SHA-256.';
  return { issuer, nameId, attributes: [...attributes], session, warnings: usesSha1 ? [sha1] : [] };
}

/** Shows an admin an assertion that is signed, and refused for what it says. */
export function shownAssertion({
  issuer,
  audiences,
  nameId,
  attributes,
}: Assertion): Readonly<Record<string, unknown>> {
  const named = nameId && { value: nameId.value, format: nameId.format };
  const statement = { nameId: named, attributes: [...attributes] };
  return { Issuer: issuer ?? 'absent', Audience: audiences.flat(), ...shownStatement(statement) };
}

/** Shows the attributes that arrived to an admin. */
export function shownStatement({
  nameId,
  attributes,
}: Pick<SamlStatement, 'nameId' | 'attributes'>): Readonly<Record<string, unknown>> {
  return Object.fromEntries([
    ['NameID', nameId?.value ?? 'absent'],
    ['NameID format', nameId?.format ?? 'absent'],
    ...attributes.map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const),
  ]);
}

/** Reads who a person is by the settings of the provider. @throws SsoFault */
export function presentedBySaml(provider: SamlProvider, statement: SamlStatement): Presented {
  const { claims, groups, splitAtCommas, emailIsVerified, externalId } = provider.settings;
  const attributes = new Map(statement.attributes);
  const text = (values: readonly string[] | undefined) => values?.find((value) => value.length <= longest);
  const address = statement.nameId?.format === emailFormat ? trimmed(statement.nameId.value) : undefined;
  const email = text(attributeNamed(attributes, 'email', claims.email)) ?? address;
  const name = address === undefined || emailIsVerified ? readableName(statement) : undefined;
  return {
    issuer: statement.issuer,
    subject: subjectOf(provider, statement),
    userName: text(attributeNamed(attributes, 'userName', claims.userName)) ?? name,
    externalId: externalId === undefined ? undefined : text(attributes.get(externalId)),
    email: email === undefined ? undefined : { value: email, isVerified: emailIsVerified },
    givenName: text(attributeNamed(attributes, 'givenName', claims.givenName)),
    familyName: text(attributeNamed(attributes, 'familyName', claims.familyName)),
    displayName: text(attributeNamed(attributes, 'displayName', claims.displayName)),
    groups: groupsIn(attributeNamed(attributes, 'groups', groups), splitAtCommas),
    session: statement.session,
  };
}

/** Reads what identifies the person for ever. Nothing is cut from it, since it is compared as it is. @throws SsoFault */
function subjectOf(provider: SamlProvider, { nameId, attributes }: SamlStatement): string {
  const { subject, subjectAttribute } = provider.settings;
  if (subject === 'attribute') {
    const values = new Map(attributes).get(subjectAttribute ?? '') ?? [];
    const [value] = values;
    if (value === undefined || values.length > 1)
      throw noSubject(
        provider,
        `it has ${values.length} values of the attribute '${subjectAttribute}', and one is needed`,
      );
    return sound(provider, value);
  }
  if (!nameId) throw noSubject(provider, 'it has no NameID');
  if (nameId.format === `${formats}transient`)
    throw noSubject(provider, 'its NameID is another one each time (transient)');
  if (subject === 'persistent' && nameId.format !== `${formats}persistent`)
    throw noSubject(provider, `its NameID has the format '${nameId.format.slice(0, 200)}' and not persistent`);
  // The person may choose the format in the address of the request: the same text says something else in another one.
  return sound(provider, subject === 'persistent' ? nameId.value : `${nameId.value} (${nameId.format})`);
}

function sound(provider: SamlProvider, subject: string): string {
  if (textFault(subject, longestSubject) !== undefined)
    throw unsound(provider, 'the subject is too long, or cannot be seen');
  return subject;
}

function noSubject({ name }: SamlProvider, why: string): SsoFault {
  const sentence = `The answer of ${name} does not say who you are for ever: ${why}. Ask an administrator, who sets what identifies people.`;
  return new SsoFault('sso.subject', sentence, why);
}

/** A NameID that people read is a name, where no attribute is one. An address counts where the provider vouches for addresses. */
function readableName({ nameId }: SamlStatement): string | undefined {
  if (!nameId || nameId.format === `${formats}persistent` || nameId.format === `${formats}transient`) return undefined;
  return trimmed(nameId.value);
}

function trimmed(text: string): string | undefined {
  const name = text.trim();
  return name.length <= longest ? name : undefined;
}

/** No value is unknown, and not the same as none: some providers leave out a list that is long. */
function groupsIn(values: readonly string[] | undefined, splitAtCommas: boolean): readonly string[] | undefined {
  if (values === undefined || values.length === 0) return undefined;
  const names = splitAtCommas && values.length === 1 ? (values[0] ?? '').split(',') : values;
  return names.map((name) => name.trim()).filter((name) => name !== '' && name.length <= longest);
}
