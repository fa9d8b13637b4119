import { Link } from 'wouter';
import { useLive } from '../../app/use-live.ts';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';

/** The live number of visitors in the last 5 minutes. */
export function VisitorsNow({ siteId }: { readonly siteId: number }) {
  const { numbers, isConnected } = useLive(siteId);
  return (
    <Link
      href={`/sites/${siteId}/live`}
      className={isConnected ? 'visitors-now on' : 'visitors-now'}
      title={isConnected ? labels.last5Minutes : labels.notConnected}
    >
      <span className="dot" aria-hidden="true" />
      {/* No live region: it would be read out at every change. */}
      <span>
        {labels.now(
          <b className="visitors-now-count" key={numbers?.visitors}>
            {numbers ? formatNumber(numbers.visitors) : '–'}
          </b>,
          shared.visitorNoun(numbers?.visitors ?? 0),
        )}
      </span>
    </Link>
  );
}
