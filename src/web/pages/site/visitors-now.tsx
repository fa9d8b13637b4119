import { Link } from 'wouter';
import { formatNumber } from '../../../lib/english.ts';
import { useLive } from '../../app/use-live.ts';

/** How many were there in the last 5 minutes. It moves by itself. */
export function VisitorsNow({ siteId }: { readonly siteId: number }) {
  const { numbers, isConnected } = useLive(siteId);
  return (
    <Link
      href={`/sites/${siteId}/live`}
      className={isConnected ? 'visitors-now on' : 'visitors-now'}
      title={isConnected ? 'In the last 5 minutes' : 'Not connected right now'}
    >
      <span className="visitors-now-dot" aria-hidden="true" />
      <span role="status">
        <b className="visitors-now-count" key={numbers?.visitors}>
          {numbers ? formatNumber(numbers.visitors) : '–'}
        </b>{' '}
        {numbers?.visitors === 1 ? 'visitor' : 'visitors'} now
      </span>
    </Link>
  );
}
