export { ForgottenPasswords } from './forgotten-passwords.ts';
export { openMailer } from './mail/open-mailer.ts';
export { NotificationDelivery } from './notification-delivery.ts';
export { openSignInMail } from './open-sign-in-mail.ts';
export { SignInMail } from './sign-in-mail.ts';
