import { assertionSpace, childrenNamed, onlyChild } from './elements.ts';
import type { XmlElement } from './plain-xml.ts';

/** Statement of a provider, as it was signed. Instants are epoch milliseconds; `NaN` for one that cannot be read. */
export interface Assertion {
  readonly id: string;
  readonly version: string | undefined;
  readonly issuer: string | undefined;
  readonly issuedAt: number | undefined;
  readonly nameId: NameId | undefined;
  /** Ways in which the person may be who brings it, those by possession alone (bearer). */
  readonly bearers: readonly Bearer[];
  readonly notBefore: number | undefined;
  readonly notOnOrAfter: number | undefined;
  /** Each list names services, one of which must be this one. */
  readonly audiences: readonly (readonly string[])[];
  /** Conditions that are not known here, by their names. */
  readonly otherConditions: readonly string[];
  readonly hasOneCondition: boolean;
  readonly isAuthenticated: boolean;
  readonly session: string | undefined;
  readonly sessionEndsAt: number | undefined;
  /** Values by the name of the attribute, in their order, of all elements of that name. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

interface NameId {
  readonly value: string;
  readonly format: string;
  /** Names of the provider and of the service between which the value is one person's, where it says so. */
  readonly qualifiers: { readonly provider: string | undefined; readonly service: string | undefined };
}

export interface Bearer {
  readonly recipient: string | undefined;
  readonly inResponseTo: string | undefined;
  readonly notBefore: number | undefined;
  readonly notOnOrAfter: number | undefined;
}

const bearerMethod = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const knownConditions = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

export function readAssertion(element: XmlElement): Assertion {
  const named = (of: XmlElement | undefined, name: string) => childrenNamed(of, assertionSpace, name);
  const only = (of: XmlElement | undefined, name: string) => onlyChild(of, assertionSpace, name);
  const subject = only(element, 'Subject');
  const nameId = only(subject, 'NameID');
  const conditions = only(element, 'Conditions');
  const [authenticated] = named(element, 'AuthnStatement');
  const restrictions = named(conditions, 'AudienceRestriction');
  return {
    id: element.attributes.get('ID') ?? '',
    version: element.attributes.get('Version'),
    issuer: only(element, 'Issuer')?.text?.trim(),
    issuedAt: instantIn(element, 'IssueInstant'),
    nameId:
      nameId?.text === undefined || nameId.text.trim() === ''
        ? undefined
        : {
            value: nameId.text,
            format: nameId.attributes.get('Format') ?? unspecified,
            qualifiers: {
              provider: nameId.attributes.get('NameQualifier'),
              service: nameId.attributes.get('SPNameQualifier'),
            },
          },
    bearers: named(subject, 'SubjectConfirmation').flatMap((confirmation) => {
      const data = only(confirmation, 'SubjectConfirmationData');
      return confirmation.attributes.get('Method') === bearerMethod && data ? [readBearer(data)] : [];
    }),
    notBefore: conditions && instantIn(conditions, 'NotBefore'),
    notOnOrAfter: conditions && instantIn(conditions, 'NotOnOrAfter'),
    audiences: restrictions.map((each) => named(each, 'Audience').map(({ text }) => text?.trim() ?? '')),
    otherConditions:
      conditions?.children
        .filter(({ space, name }) => space !== assertionSpace || !knownConditions.includes(name))
        .map(({ name }) => name) ?? [],
    hasOneCondition: conditions !== undefined,
    isAuthenticated: authenticated !== undefined,
    session: authenticated?.attributes.get('SessionIndex'),
    sessionEndsAt: authenticated && instantIn(authenticated, 'SessionNotOnOrAfter'),
    attributes: readAttributes(named(element, 'AttributeStatement')),
  };
}

function readBearer(data: XmlElement): Bearer {
  return {
    recipient: data.attributes.get('Recipient'),
    inResponseTo: data.attributes.get('InResponseTo'),
    notBefore: instantIn(data, 'NotBefore'),
    notOnOrAfter: instantIn(data, 'NotOnOrAfter'),
  };
}

/** Some providers write one element for each value. Blanks around values are cut, and empty ones are left out. */
function readAttributes(statements: readonly XmlElement[]): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, string[]>();
  for (const attribute of statements.flatMap((each) => childrenNamed(each, assertionSpace, 'Attribute'))) {
    const name = attribute.attributes.get('Name')?.trim() ?? '';
    const values = childrenNamed(attribute, assertionSpace, 'AttributeValue').flatMap((value) => textIn(value) ?? []);
    attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
  }
  return attributes;
}

/** The text of a value. Some are a NameID, with the text inside of it. */
function textIn(value: XmlElement): string | undefined {
  const [inner] = value.children.length === 1 ? childrenNamed(value, assertionSpace, 'NameID') : [];
  const text = (value.text ?? inner?.text ?? '').trim();
  return text === '' ? undefined : text;
}

function instantIn({ attributes }: XmlElement, name: string): number | undefined {
  const text = attributes.get(name);
  if (text === undefined) return undefined;
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text.trim());
  return isInstant ? Date.parse(text.trim()) : Number.NaN;
}
