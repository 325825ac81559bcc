export { JobStore } from './job-store.ts';
export { GiveUp, type HeldJob, type Job, type JobHandler } from './job.ts';
export { lastNodeIn } from './last-node.ts';
export { type JobSource, startJobs, type WorkedJobs } from './start-jobs.ts';
export { livingNodes } from './worker-store.ts';
