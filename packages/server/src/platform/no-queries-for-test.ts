import { NotFound } from '../http/errors.ts';
import type { PlatformDependencies } from './platform-dependencies.ts';

const notServed = () => Promise.reject(new NotFound('deployment.not-served', 'No model is served'));

/** Of deployments that are not served. */
export const noQueries: PlatformDependencies['queries'] = {
  open: notServed,
  problemsOf: notServed,
  refresh: notServed,
  run: notServed,
};
