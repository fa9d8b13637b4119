import { formatAgo, formatMoment } from '../format.ts';

/** An instant, said as how long ago it was; the whole of it on pointing at it. */
export function Moment({ at, timeZone = 'UTC' }: { readonly at: string; readonly timeZone?: string }) {
  return (
    <time dateTime={at} title={`${formatMoment(at, timeZone)} (${timeZone})`}>
      {formatAgo(at, Date.now())}
    </time>
  );
}
