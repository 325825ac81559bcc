export { registerClient } from './register-client.ts';
