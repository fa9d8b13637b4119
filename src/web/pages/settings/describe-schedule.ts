/** Describes a cron pattern: `every 5 minutes`, `daily at 02:40 UTC`. Unusual patterns are returned as they are. */
import * as labels from '../../labels/server.tsx';

export function describeSchedule(pattern: string): string {
  const fields = pattern.trim().split(/\s+/);
  if (fields.every(field => field === '*') && fields.length === 6) return labels.everySecond;
  // At which second of a minute a job runs is of no interest.
  const [minute = '', hour = '', ...days] =
    fields.length === 6 && isNumber(fields[0] ?? '') ? fields.slice(1) : fields;
  if (days.length !== 3 || days.some(field => field !== '*')) return pattern;
  if (hour === '*') return describeMinutes(minute) ?? pattern;
  return isNumber(minute) && isNumber(hour) ? labels.dailyAtUtc(twoDigits(hour), twoDigits(minute)) : pattern;
}

function describeMinutes(minute: string): string | undefined {
  if (minute === '*') return labels.everyMinute;
  const [, step] = /^(?:\*|\d+-59)\/(\d+)$/.exec(minute) ?? [];
  if (step !== undefined) return labels.everyMinutes(step);
  return isNumber(minute) ? labels.everyHour : undefined;
}

const isNumber = (field: string): boolean => /^\d+$/.test(field);
const twoDigits = (field: string): string => field.padStart(2, '0');
