import type { OpenProvider, RefusedPerson } from '@orrery/people';
import { SsoFault } from './sso-fault.ts';

export function flowFault(kind: 'unknown' | 'expired' | 'used' | 'other-browser' | 'other-provider'): SsoFault {
  switch (kind) {
    case 'used':
      return new SsoFault('sso.replayed', 'This sign-in was used already. Start again.', kind);
    case 'other-browser':
      return new SsoFault('sso.other-browser', 'This sign-in began in another browser. Start again in this one.', kind);
    case 'other-provider':
      return new SsoFault('sso.other-provider', 'This sign-in began at another provider. Start again.', kind);
    case 'unknown':
      return new SsoFault('sso.unknown-flow', 'This sign-in is not known here. Start again.', kind);
    case 'expired':
      return new SsoFault('sso.expired-flow', 'This sign-in took longer than ten minutes. Start again.', kind);
  }
}

/** Makes the sentence for a person. Only one who signed in before learns anything about a user. */
export function personFault({ isKnown, why, value, reason }: RefusedPerson, { kind, name }: OpenProvider): SsoFault {
  const told = `${why}: ${reason}`;
  if (why === 'deactivated' && isKnown)
    return new SsoFault('sso.deactivated', 'Your account is deactivated. Ask an administrator.', told);
  switch (why) {
    case 'no-name':
      return new SsoFault(
        'sso.no-name',
        kind === 'github'
          ? `${name} states no verified main address for ${value}. Verify it there, and start again.`
          : `${name} states no name for ${value} that an account can have. Ask an administrator.`,
        told,
      );
    case 'domain':
      return new SsoFault(
        'sso.domain',
        `${value} has no verified address of an organization that may sign in here. Ask an administrator.`,
        told,
      );
    default:
      return new SsoFault(
        'sso.unknown-person',
        `There is no account for ${value} here that ${name} opens. Ask an administrator to add it.`,
        told,
      );
  }
}

export function unknownProvider(): SsoFault {
  return new SsoFault('sso.unknown-provider', 'There is no such way to sign in here.');
}

export function adminsOnly(): SsoFault {
  return new SsoFault('sso.admins-only', 'Only admins who are signed in test a provider. Sign in, then start again.');
}

export function tooMany(): SsoFault {
  return new SsoFault('sso.too-many', 'Too many people sign in from your network at once. Try again in ten minutes.');
}
