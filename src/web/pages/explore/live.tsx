/** The live page: who is here now, the last half hour, and the feed. */

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { type Live, type LiveHistory, type LiveNumbers, useLive } from '../../app/use-live.ts';
import { useTimeZone } from '../../app/user.ts';
import { type Bar, BarList } from '../../charts/bar-list.tsx';
import { MinuteBars, type MinuteMetric } from '../../charts/minute-bars.tsx';
import { formatCountry } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/live.tsx';
import * as shared from '../../labels/shared.tsx';
import { addStyles } from '../../ui/add-styles.ts';
import { Panel } from '../../ui/panel.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ValueIcon } from '../../ui/value-icon.tsx';
import { overviewHref } from './links.ts';
import styles from './live.css' with { type: 'text' };
import { LiveFeed } from './live-feed.tsx';

addStyles(styles);

/** The map is large: the rest does not wait for it, nor needs it. */
const LiveMap = lazy(() =>
  import('../../charts/live-map.tsx').then(
    loaded => ({ default: loaded.LiveMap }),
    () => ({ default: MapUnavailable }),
  ),
);
const MapUnavailable = (_: { readonly recent: readonly unknown[] }) => (
  <p className="soft">{shared.mapFailed}</p>
);

export function LivePage() {
  return <SiteLayout title={shared.live}>{site => <LiveView key={site.id} site={site} />}</SiteLayout>;
}

function LiveView({ site }: { readonly site: Site }) {
  const { numbers, recent, isConnected } = useLive(site.id);
  const history = numbers?.last_30_minutes;
  return (
    <>
      <section className="panel live-now" aria-label={labels.rightNow}>
        <Now numbers={numbers} isConnected={isConnected} />
        <HalfHour history={history} />
      </section>
      <div className="live-columns">
        <div className="live-map-area">
          <Panel title={labels.mapTitle}>
            <MapOfNow history={history} recent={recent} />
          </Panel>
        </div>
        <div className="live-feed-area">
          <LiveFeed site={site} recent={recent} isKnown={numbers !== undefined} />
        </div>
        <div className="live-lists">
          <Referrers siteId={site.id} history={history} />
          <Pages siteId={site.id} history={history} />
          <Countries siteId={site.id} history={history} />
        </div>
      </div>
    </>
  );
}

/** The number of visitors is no live region: it would be read out at every change. */
function Now({
  numbers,
  isConnected,
}: {
  readonly numbers: LiveNumbers | undefined;
  readonly isConnected: boolean;
}) {
  return (
    <div className="live-visitors">
      {numbers ? (
        <b className="live-count" key={numbers.visitors}>
          {formatNumber(numbers.visitors)}
        </b>
      ) : (
        <Skeleton width="4rem" height="3.5rem" />
      )}
      <p>{labels.last5Minutes(shared.visitorNoun(numbers?.visitors ?? 0))}</p>
      <p className="soft">{numbers ? shared.pageviewCount(numbers.hits) : ' '}</p>
      <p className={isConnected ? 'live-link on' : 'live-link'} role="status">
        <span className="dot" aria-hidden="true" />
        {isConnected ? shared.live : numbers ? labels.connectionLost : labels.connecting}
      </p>
    </div>
  );
}

const METRICS: readonly (readonly [MinuteMetric, string])[] = [
  ['visitors', shared.visitors],
  ['hits', shared.pageviews],
];

function HalfHour({ history }: { readonly history: LiveHistory | undefined }) {
  const [metric, setMetric] = useState<MinuteMetric>('visitors');
  const timeZone = useTimeZone();
  return (
    <div className="live-minutes">
      <div className="live-minutes-head">
        <h2>{labels.last30Minutes}</h2>
        <span className="soft">{history && labels.visitorsAndViews(history.visitors, history.hits)}</span>
        <Segments legend={labels.chartMetric} options={METRICS} value={metric} onValue={setMetric} />
      </div>
      {history ? (
        <MinuteBars minutes={history.minutes} metric={metric} timeZone={timeZone} />
      ) : (
        <Skeleton height="8.25rem" />
      )}
    </div>
  );
}

interface HistoryProps {
  readonly siteId: number;
  readonly history: LiveHistory | undefined;
}

function MapOfNow({ history, recent }: Pick<HistoryProps, 'history'> & Pick<Live, 'recent'>) {
  const loading = <Skeleton height="100%" />;
  return (
    <div className="live-map-room">
      {history ? (
        <Suspense fallback={loading}>
          <LiveMap countries={history.countries} recent={recent} />
        </Suspense>
      ) : (
        loading
      )}
    </div>
  );
}

/** Countries in the list; the map has more. */
const MAX_COUNTRIES = 10;

const Referrers = ({ siteId, history }: HistoryProps) => (
  <HistoryList
    title={labels.referrersTitle}
    rowName={shared.referrer}
    bars={history?.referrers.map(({ referrer_host: host, ...counts }) => ({
      ...toCounts(counts),
      key: host ?? '',
      isNone: host === null,
      icon: <ValueIcon kind="host" value={host} />,
      label: <UntrustedText text={host ?? shared.noReferrer} isCut />,
      action: { href: overviewHref(siteId, { name: 'referrer_host', value: host ?? '' }) },
    }))}
  />
);

const Pages = ({ siteId, history }: HistoryProps) => (
  <HistoryList
    title={labels.pagesTitle}
    rowName={shared.page}
    bars={history?.pages.map(({ path, ...counts }) => ({
      ...toCounts(counts),
      key: path,
      label: <UntrustedText text={path} isCut />,
      action: { href: overviewHref(siteId, { name: 'path', value: path }) },
    }))}
  />
);

const Countries = ({ siteId, history }: HistoryProps) => (
  <HistoryList
    title={labels.countriesTitle}
    rowName={shared.country}
    bars={history?.countries.slice(0, MAX_COUNTRIES).map(({ country, ...counts }) => ({
      ...toCounts(counts),
      key: country,
      icon: <ValueIcon kind="country" value={country} />,
      label: <UntrustedText text={formatCountry(country)} isCut />,
      action: { href: overviewHref(siteId, { name: 'country', value: country }) },
    }))}
  />
);

const toCounts = ({ visitors, hits }: Pick<LiveHistory, 'visitors' | 'hits'>) => ({
  count: visitors,
  views: hits,
});

function HistoryList({
  title,
  rowName,
  bars,
}: {
  readonly title: string;
  readonly rowName: ReactNode;
  readonly bars: readonly Bar[] | undefined;
}) {
  return (
    <Panel title={title}>
      {!bars ? (
        <SkeletonRows count={3} />
      ) : bars.length === 0 ? (
        <p className="soft">{labels.noneInHalfHour}</p>
      ) : (
        <BarList
          bars={bars}
          label={title}
          rowName={rowName}
          count={{ name: shared.visitors }}
          views={{ name: shared.views }}
          drawn={bars.some(({ count }) => count > 0) ? 'count' : 'views'}
        />
      )}
    </Panel>
  );
}
