export { checkCertificate } from './check-certificate.ts';
export { checkDisk } from './check-disk.ts';
export { checkPort } from './check-port.ts';
export { checkSources } from './check-sources.ts';
export { checkSteps } from './check-steps.ts';
export { checkStore } from './check-store.ts';
export type { Diagnosis } from './diagnosis.ts';
export { checkSettings, Report } from './report.ts';
