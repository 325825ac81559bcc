export { findCertified } from './find-certified.ts';
