export { compose, type Composition } from './composition/index.ts';
export type { ConsoleBuild, ConsoleSource } from './faces/console/index.ts';
export { migrateDatabaseHistory, stepsOfHistory } from './history/index.ts';
export { backlog, certificateFiles, type HealthPartName, originOf, portOf } from './http/index.ts';
