/** Conversion between instants and values of `datetime-local` fields: `2026-11-21T14:05`, without a zone. */

import { DAY_MS, MINUTE_MS } from '../../lib/time-units.ts';

/** Formats an instant as local date and time in a time zone. */
export function formatLocalDateTime(instant: Date, timeZone: string): string {
  const parts = new Map(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '00';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** Parses a local date and time in a time zone; undefined when it is invalid. Of two possible instants the earlier. */
export function parseLocalDateTime(text: string, timeZone: string): Date | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const offsetAt = (ms: number) =>
    Date.parse(`${formatLocalDateTime(new Date(ms), timeZone)}Z`) - floorToMinute(ms);
  // The offsets before and after a change of the clocks.
  const candidates = [asUtc - offsetAt(asUtc - DAY_MS), asUtc - offsetAt(asUtc + DAY_MS)];
  const exact = candidates.filter(ms => formatLocalDateTime(new Date(ms), timeZone) === text.slice(0, 16));
  // An hour that is skipped in spring counts as the one after it.
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates));
}

const floorToMinute = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;
