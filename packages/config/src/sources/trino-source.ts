import type { TrinoLogin } from '@orrery/engines';
import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import { readCertificates } from './read-ssl.ts';
import { readServerSource, type ServerSource } from './read-server-source.ts';
import type { UrlForm } from './server-url.ts';
import type { SourcePlace } from './source-place.ts';

/** A Trino cluster. */
export interface TrinoSource extends Omit<ServerSource, 'database' | 'password'> {
  readonly type: 'trino';
  readonly catalog: string;
  readonly schema?: string;
  readonly login: TrinoLogin;
  /** The user that statements run as, where the account of the URL may act for others. */
  readonly sessionUser?: string;
  readonly roles: readonly { readonly catalog: string; readonly role: string }[];
  readonly clientTags: readonly string[];
}

const keys = ['type', 'url', 'ssl', 'schema', 'token', 'certificate', 'key', 'session_user', 'roles', 'client_tags'];
const urlForm: UrlForm = { protocols: ['trino:'], defaultPort: 443, place: 'catalog', isHttp: true };
/** Names become headers of requests. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/;
/** Characters that separate tags, or catalogs and their roles. */
const SEPARATOR = /[,={}]/;

/** Whether a text may be the name of a user, a catalog or a schema. */
export function isTrinoName(text: string): boolean {
  return PLAIN.test(text);
}

export function isTrinoToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

export function readTrinoSource(yaml: PositionedYaml, source: YamlEntry, place: SourcePlace): TrinoSource | undefined {
  const read = readServerSource(yaml, source, place, keys, urlForm);
  if (!read) return undefined;
  const { entries, urlEntry, server } = read;
  const before = yaml.problems.length;
  const name = (entry: YamlEntry | undefined, separator?: RegExp) => entry && plainName(yaml, entry, separator);
  const schema = name(entries.get('schema'));
  const sessionUser = name(entries.get('session_user'));
  const roleEntries = yaml.entries(entries.get('roles')?.value ?? null, `roles of ${place.where}`);
  const roles = roleEntries.map((entry) => ({ catalog: entry.key, role: name(entry, SEPARATOR) ?? '' }));
  for (const { key, keyNode } of roleEntries)
    if (!PLAIN.test(key) || SEPARATOR.test(key)) yaml.refuse(keyNode, `'${key}' is not the name of a catalog.`);
  const tagsEntry = entries.get('client_tags');
  const clientTags = tagsEntry ? yaml.textOrTexts(tagsEntry) : [];
  if (tagsEntry && clientTags.some((tag) => !PLAIN.test(tag) || SEPARATOR.test(tag)))
    yaml.refuse(tagsEntry.value, "A tag of 'client_tags' is plain characters without a comma.");
  const login = readLogin(yaml, entries, { ...place, password: server?.password ?? '' });
  if (!server || !login || yaml.problems.length > before) return undefined;
  const { database: catalog, password: _, ...rest } = server;
  if (!isTrinoName(catalog) || !isTrinoName(rest.user)) {
    yaml.refuse(urlEntry.value, 'The user and the catalog of the URL are plain characters.');
    return undefined;
  }
  if (login.kind === 'password' && rest.user.includes(':')) {
    yaml.refuse(
      urlEntry.value,
      "A user with a password has no ':': the server would take what follows for the password.",
    );
    return undefined;
  }
  if (login.kind !== 'none' && rest.tls.mode === 'off') {
    yaml.refuse(
      urlEntry.value,
      'Passwords, tokens and certificates are only sent over TLS: set another ssl mode than disable.',
    );
    return undefined;
  }
  return {
    type: 'trino',
    ...rest,
    catalog,
    ...(schema === undefined ? {} : { schema }),
    login,
    ...(sessionUser === undefined ? {} : { sessionUser }),
    roles,
    clientTags,
  };
}

/** Exactly one way to prove who the account is, or none. */
function readLogin(
  yaml: PositionedYaml,
  entries: ReadonlyMap<string, YamlEntry>,
  { password, ...place }: SourcePlace & { readonly password: string },
): TrinoLogin | undefined {
  const [tokenEntry, certificateEntry, keyEntry] = ['token', 'certificate', 'key'].map((key) => entries.get(key));
  const token = tokenEntry && yaml.variable(tokenEntry);
  const certificate = certificateEntry && readCertificates(yaml, certificateEntry, place);
  const key = keyEntry && yaml.variable(keyEntry);
  if (token !== undefined && !isTrinoToken(token))
    yaml.refuse(tokenEntry?.value ?? null, 'The token is not one of plain characters.');
  if (key !== undefined && !key.includes('PRIVATE KEY-----'))
    yaml.refuse(keyEntry?.value ?? null, "The variable of 'key' holds no private key (PEM).");
  const alone = certificateEntry ?? keyEntry;
  if (alone && !(certificateEntry && keyEntry))
    yaml.refuse(alone.keyNode, "'certificate' and 'key' belong together: a certificate of the client, and its key.");
  const ways = [password !== '', tokenEntry !== undefined, alone !== undefined].filter(Boolean).length;
  if (ways > 1)
    yaml.refuse(
      (tokenEntry ?? alone)?.keyNode ?? null,
      'The account has a password, a token or a certificate, and not several.',
    );
  if (tokenEntry) return token === undefined ? undefined : { kind: 'token', token };
  if (alone)
    return certificate === undefined || key === undefined ? undefined : { kind: 'certificate', certificate, key };
  return password === '' ? { kind: 'none' } : { kind: 'password', password };
}

function plainName(yaml: PositionedYaml, entry: YamlEntry, separator?: RegExp): string | undefined {
  const text = yaml.text(entry);
  if (text === undefined || (PLAIN.test(text) && !separator?.test(text))) return text;
  yaml.refuse(entry.value, `'${entry.key}' is not a name of plain characters.`);
  return undefined;
}
