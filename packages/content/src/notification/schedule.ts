import { faultsIn, type InputProblem } from '@orrery/kernel';
import { cronFault } from './cron-fault.ts';

export const scheduleTypes = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'CUSTOM'] as const;

export type ScheduleType = (typeof scheduleTypes)[number];

/**
 * A schedule, in the parts that people choose. Parts that the type does not use are kept for a later change of type.
 */
export interface Schedule {
  readonly type: ScheduleType;
  /** 0 to 59. */
  readonly minute: number;
  /** 0 to 23. */
  readonly hour: number;
  /** 0 to 6, Sunday first. */
  readonly dayOfWeek: number | undefined;
  /** 1 to 31. Months without that day are skipped. */
  readonly dayOfMonth: number | undefined;
  /** Cron text of `CUSTOM`: minute, hour, day of month, month, day of week. */
  readonly customCron: string | undefined;
}

/** @param schedule one without faults */
export function cronOf({ type, minute, hour, dayOfWeek, dayOfMonth, customCron }: Schedule): string {
  switch (type) {
    case 'HOURLY':
      return `${minute} * * * *`;
    case 'DAILY':
      return `${minute} ${hour} * * *`;
    case 'WEEKLY':
      return `${minute} ${hour} * * ${dayOfWeek}`;
    case 'MONTHLY':
      return `${minute} ${hour} ${dayOfMonth} * *`;
    case 'CUSTOM':
      return customCron?.trim() ?? '';
  }
}

export function scheduleFaults(schedule: Schedule): readonly InputProblem[] {
  const faults = faultsIn(schedule, {
    minute: (minute: number) => rangeFault(minute, 0, 59),
    hour: (hour: number) => rangeFault(hour, 0, 23),
    dayOfWeek: (day: number) => rangeFault(day, 0, 6),
    dayOfMonth: (day: number) => rangeFault(day, 1, 31),
  });
  return [...faults, ...neededFaults(schedule)];
}

function neededFaults({ type, dayOfWeek, dayOfMonth, customCron }: Schedule): readonly InputProblem[] {
  const missing = (field: string) => [{ path: field, message: `is needed for a schedule of type ${type}` }];
  if (type === 'WEEKLY' && dayOfWeek === undefined) return missing('dayOfWeek');
  if (type === 'MONTHLY' && dayOfMonth === undefined) return missing('dayOfMonth');
  if (type !== 'CUSTOM') return [];
  if (customCron === undefined) return missing('customCron');
  const fault = cronFault(customCron.trim());
  return fault === undefined ? [] : [{ path: 'customCron', message: fault }];
}

function rangeFault(number: number, least: number, most: number): string | undefined {
  if (Number.isInteger(number) && number >= least && number <= most) return undefined;
  return `must be a whole number from ${least} to ${most}`;
}
