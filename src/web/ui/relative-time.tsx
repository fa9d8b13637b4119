import { formatDateTime, formatRelativeTime } from '../format.ts';

/** An instant, said as how long ago it was; the whole of it on pointing at it. */
export function RelativeTime({ at, timeZone = 'UTC' }: { readonly at: string; readonly timeZone?: string }) {
  return (
    <time dateTime={at} title={`${formatDateTime(at, timeZone)} (${timeZone})`}>
      {formatRelativeTime(at, Date.now())}
    </time>
  );
}
