export { audienceFault, clientSentence, clockFault, inWords, otherIssuer, unsound } from './provider-faults.ts';
export { reasonOf } from './reason-of.ts';
export { adminsOnly, flowFault, personFault, tooMany, unknownProvider } from './sentences.ts';
export { SsoFault, type SsoFaultCode } from './sso-fault.ts';
