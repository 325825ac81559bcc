import type { PlatformAnswer } from '@orrery/client';

type Version = PlatformAnswer<'getDashboardVersions'>['items'][number];

/** @returns `undefined` when the publisher is no longer known */
export function nameOfPublisher(by: Version['publishedBy']): string | undefined {
  return by ? (by.firstName ?? by.email) : undefined;
}
