import { isLoopback } from './http-settings.ts';
import type { SettingReader } from './setting-reader.ts';

/** How mail is sent. Without servers it is written into a folder. */
export interface MailSettings {
  readonly from: MailSender;
  readonly server?: MailServer;
}

export interface MailSender {
  readonly address: string;
  readonly name?: string;
}

/** A mail server; only the operator can name one. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** When the connection is encrypted: `always` from the first byte, `required` before any command, `never`. */
  readonly tls: 'always' | 'required' | 'never';
  readonly user?: string;
  readonly password?: string;
}

const ports = { 'smtp:': 587, 'smtps:': 465 } as const;
const nobody: MailSender = { address: 'orrery@localhost', name: 'Orrery' };
const form = 'must be like smtp://user:password@mail.example.com:587 or smtps://mail.example.com';

export function readMailSettings(reader: SettingReader): MailSettings {
  const server = readServer(reader);
  const from = readSender(reader);
  if (server && !from)
    reader.refuse({ origin: 'ORRERY_SMTP_URL' }, 'needs ORRERY_MAIL_FROM beside it: who mail is from');
  return { from: from ?? nobody, ...(server ? { server } : {}) };
}

function readServer(reader: SettingReader): MailServer | undefined {
  const setting = reader.text('smtpUrl');
  if (!setting) return undefined;
  const url = URL.canParse(setting.text) ? new URL(setting.text) : undefined;
  const protocol = url?.protocol === 'smtp:' || url?.protocol === 'smtps:' ? url.protocol : undefined;
  if (!url || !protocol || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash !== '') {
    return void reader.refuse(setting, form); // the text is not repeated: it holds a password
  }
  if (!/^(\?tls=(required|never))?$/.test(url.search)) {
    return void reader.refuse(setting, 'takes no other option than ?tls=required and ?tls=never');
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const tls = tlsOf(protocol, url.searchParams.get('tls'), host);
  if (url.search !== '' && protocol === 'smtps:') return void reader.refuse(setting, 'takes no ?tls= with smtps://');
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (user === undefined || password === undefined) return void reader.refuse(setting, form);
  if ((user === '') !== (password === ''))
    return void reader.refuse(setting, 'needs both a user and a password, or none');
  if (user !== '' && tls === 'never' && !isLoopback(host)) {
    return void reader.refuse(setting, 'would send its password in clear text: leave out ?tls=never');
  }
  const port = url.port === '' ? ports[protocol] : Number(url.port);
  return { host, port, tls, ...(user === '' ? {} : { user, password }) };
}

/** Allows no encryption only on this machine, or when the operator asks for it. */
function tlsOf(protocol: keyof typeof ports, asked: string | null, host: string): MailServer['tls'] {
  if (protocol === 'smtps:') return 'always';
  if (asked === 'required' || asked === 'never') return asked;
  return isLoopback(host) ? 'never' : 'required';
}

/** `reports@example.com`, or `Reports <reports@example.com>`. */
function readSender(reader: SettingReader): MailSender | undefined {
  const setting = reader.text('mailFrom');
  if (!setting) return undefined;
  const match = /^(?:([^<>\p{C}]{1,100}?)\s*<([^<>]+)>|([^<>]+))$/u.exec(setting.text.trim());
  const address = match?.[2] ?? match?.[3] ?? '';
  if (!/^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(address)) {
    return void reader.refuse(setting, `must be an address like Reports <reports@example.com>, not '${setting.text}'`);
  }
  const name = match?.[1]?.replaceAll('"', '').trim();
  return { address, ...(name ? { name } : {}) };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
