export { type AuditActor as Acting, atTheCommandLine } from './audit-actor.ts';
