import { formatDateTime, formatRelativeTime } from '../format.ts';

/** An instant as relative time ("3 minutes ago"), with the date and time as its tooltip. */
export function RelativeTime({ at, timeZone = 'UTC' }: { readonly at: string; readonly timeZone?: string }) {
  return (
    <time dateTime={at} title={`${formatDateTime(at, timeZone)} (${timeZone})`}>
      {formatRelativeTime(at, Date.now())}
    </time>
  );
}
