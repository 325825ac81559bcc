import { foldAscii } from '@orrery/kernel';
import type { Presented } from '@orrery/people';
import { SsoFault, unsound } from '../fault/index.ts';
import type { GitHubProvider } from './github-provider.ts';
import type { GitHubAnswer } from './github-requests.ts';

type AnsweredMembers = Readonly<Record<string, unknown>>;
type AskApi = (path: string) => Promise<GitHubAnswer>;

/** Answers of the API about a person. */
interface GitHubPerson {
  readonly user: AnsweredMembers;
  /** Absent where the token does not let them be read. */
  readonly emails: readonly AnsweredMembers[] | undefined;
  /** Names of those of the organizations asked for that the person is an active member of. */
  readonly organizations: readonly string[];
}

const longest = 255;

/**
 * Reads who signs in.
 *
 * @param ask sends a request to the API with the token of the person
 * @throws SsoFault also for somebody who is in no organization asked for
 */
export async function readPerson(provider: GitHubProvider, ask: AskApi): Promise<GitHubPerson> {
  const [user, emails, organizations] = await Promise.all([
    readUser(provider, ask),
    readEmails(provider, ask),
    readOrganizations(provider, ask),
  ]);
  if (provider.settings.organizations.length > 0 && organizations.length === 0) throw noMember(provider, user);
  return { user, emails, organizations };
}

/** Shows what arrived to an admin. */
export function shownPerson({ user, emails, organizations }: GitHubPerson): AnsweredMembers {
  return { ...user, emails: emails ?? 'absent', organizations };
}

/** Sentences for admins about what GitHub does not let this server read. */
export function warningsOf({ name }: GitHubProvider, { emails }: GitHubPerson): readonly string[] {
  return emails === undefined
    ? [`${name} does not let this server read addresses: grant user:email, or "Email addresses" of a GitHub App.`]
    : [];
}

/** Reads what GitHub states about a person. The number of the account stays the same; its name does not. @throws SsoFault */
export function presentedByGitHub(provider: GitHubProvider, { user, emails = [] }: GitHubPerson): Presented {
  const { id } = user;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) throw unsound(provider, 'the user has no number');
  const main = emails.find(({ primary }) => primary === true);
  const email = textIn(main?.['email']);
  return {
    issuer: provider.settings.baseUrl,
    subject: String(id),
    userName: textIn(user['login']),
    email: email === undefined ? undefined : { value: email, isVerified: main?.['verified'] === true },
    displayName: textIn(user['name']),
  };
}

async function readUser(provider: GitHubProvider, ask: AskApi): Promise<AnsweredMembers> {
  const { status, body } = await ask('/user');
  if (status === 200 && isObject(body)) return body;
  throw unsound(provider, `there is no user in the answer (status ${status})`);
}

/** @returns `undefined` where the scope was not granted: GitHub answers as if there were no such address */
async function readEmails(provider: GitHubProvider, ask: AskApi): Promise<readonly AnsweredMembers[] | undefined> {
  const { status, body } = await ask('/user/emails?per_page=100');
  if (status === 403 || status === 404) return undefined;
  if (status === 200 && Array.isArray(body)) return body.filter(isObject);
  throw unsound(provider, `there are no addresses in the answer (status ${status})`);
}

/** Reads memberships. An invitation that is open makes no member. */
async function readOrganizations(provider: GitHubProvider, ask: AskApi): Promise<readonly string[]> {
  const answers = await Promise.all(
    provider.settings.organizations.map(async (name) => {
      const { status, body } = await ask(`/user/memberships/orgs/${encodeURIComponent(name)}`);
      return { name, status, isMember: status === 200 && isObject(body) && isMemberOf(body, name) };
    }),
  );
  const found = answers.filter(({ isMember }) => isMember).map(({ name }) => name);
  const hidden = answers.filter(({ status }) => status === 403).map(({ name }) => name);
  if (found.length > 0 || hidden.length === 0) return found;
  const sentence = `${provider.name} does not let this server see who is a member of ${hidden.join(', ')}. Ask an owner there to approve the application, and start again.`;
  throw new SsoFault('sso.provider-error', sentence, 'read:org was not granted, or the application is not approved');
}

function isMemberOf({ state, organization }: AnsweredMembers, name: string): boolean {
  const login = isObject(organization) ? organization['login'] : undefined;
  return state === 'active' && typeof login === 'string' && foldAscii(login) === foldAscii(name);
}

function noMember({ name, settings }: GitHubProvider, user: AnsweredMembers): SsoFault {
  const named = settings.organizations.join(' or ');
  const sentence = `${name} states no active membership of ${textIn(user['login']) ?? 'you'} in ${named}. Accept the invitation there, or sign in there as somebody else, and start again.`;
  return new SsoFault('sso.domain', sentence, 'no active member');
}

function textIn(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
  return text === undefined || text === '' || text.length > longest ? undefined : text;
}

function isObject(value: unknown): value is AnsweredMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
