export { JobStore } from './job-store.ts';
export { GiveUp, type HeldJob, type Job, type JobHandler } from './job.ts';
export { type JobSource, startJobs, type WorkedJobs } from './start-jobs.ts';
