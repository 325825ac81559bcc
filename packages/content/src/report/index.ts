export { refreshReport } from './refresh-report.ts';
export { problemsOfReport } from './report-problems.ts';
export { ReportService } from './report-service.ts';
export type { ReportSort } from './report-store.ts';
export type { Report, ReportUser } from './report.ts';
