import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../kernel/src/failure/config-problem.ts';
import { secretValues } from './secret-values.ts';
import { readSettings } from './settings.ts';

const from = 'reports@example.com';

function read(smtpUrl: string | undefined, mailFrom: string | undefined = from) {
  const environment = { ORRERY_SMTP_URL: smtpUrl, ORRERY_MAIL_FROM: mailFrom };
  return readSettings({ flags: {}, environment, directory: '/srv' }).mail;
}

function problemsOf(smtpUrl: string | undefined, mailFrom?: string): readonly string[] {
  try {
    read(smtpUrl, mailFrom);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ message }) => message);
    throw error;
  }
  return [];
}

describe('the mail settings', () => {
  it('default to a folder when no server is given', () => {
    expect(read(undefined, '')).toEqual({ from: { address: 'orrery@localhost', name: 'Orrery' } });
    expect(read(undefined)).toEqual({ from: { address: from } });
  });

  it('require encryption, except on this machine or when the operator disables it', () => {
    const secret = { user: 'us:er', password: 'p@ss' };
    expect(read('smtp://us%3Aer:p%40ss@mail.example.com').server).toEqual({
      host: 'mail.example.com',
      port: 587,
      tls: 'required',
      ...secret,
    });
    expect(read('smtps://mail.example.com').server).toEqual({ host: 'mail.example.com', port: 465, tls: 'always' });
    expect(read('smtp://relay:25?tls=never').server).toEqual({ host: 'relay', port: 25, tls: 'never' });
    expect(read('smtp://[::1]:2525').server).toEqual({ host: '::1', port: 2525, tls: 'never' });
    expect(read('smtp://127.0.0.1:2525?tls=required').server).toMatchObject({ tls: 'required' });
    expect(problemsOf('smtp://user:hunter22@relay?tls=never')).toEqual([
      'ORRERY_SMTP_URL would send its password in clear text: leave out ?tls=never.',
    ]);
  });

  it('do not quote an invalid URL, which may contain a password', () => {
    for (const url of [
      'mail.example.com',
      'http://a:hunter22@b',
      'smtp://',
      'smtp://u:hunter22@h/path',
      'smtp://h#x',
    ]) {
      expect(problemsOf(url)).toEqual([
        'ORRERY_SMTP_URL must be like smtp://user:password@mail.example.com:587 or smtps://mail.example.com.',
      ]);
    }
    for (const url of [
      'smtp://h?pool=true',
      'smtp://h?tls=never&tls=required',
      'smtp://h?tls.rejectUnauthorized=false',
    ]) {
      expect(problemsOf(url)).toEqual(['ORRERY_SMTP_URL takes no other option than ?tls=required and ?tls=never.']);
    }
    expect(problemsOf('smtps://h?tls=never')).toHaveLength(1);
    expect(problemsOf('smtp://user@h')).toEqual(['ORRERY_SMTP_URL needs both a user and a password, or none.']);
    expect(problemsOf('smtp://u:%zz@h')).toHaveLength(1);
    expect(secretValues({ mail: read('smtp://user:hunter22@mail.example.com') })).toEqual(['hunter22']);
  });

  it('need a sender address', () => {
    expect(problemsOf('smtp://mail.example.com', '')).toEqual([
      'ORRERY_SMTP_URL needs ORRERY_MAIL_FROM beside it: who mail is from.',
    ]);
    expect(read(undefined, ' "Our reports" <r@example.com> ').from).toEqual({
      name: 'Our reports',
      address: 'r@example.com',
    });
    for (const bad of ['nobody', 'a@b, c@d', 'a@b\r\nBcc: c@d', '<a@b> <c@d>', 'x <a@b', 'a@b@c', '"a,b"@c']) {
      expect(problemsOf(undefined, bad)).toHaveLength(1);
    }
  });
});
