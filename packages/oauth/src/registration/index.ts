export { describedMembers, parseDescription } from './description.ts';
export { readGrants, readName, readRedirects } from './read-registration.ts';
export { registerClient } from './register-client.ts';
