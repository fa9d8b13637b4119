/** The live page. */

import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { type LiveNumbers, useLive } from '../../app/use-live.ts';
import { BarList } from '../../charts/bar-list.tsx';
import { formatCountry } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/live.tsx';
import * as shared from '../../labels/shared.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { overviewHref } from './links.ts';
import { LiveFeed } from './live-feed.tsx';

export function LivePage() {
  return <SiteLayout title={shared.live}>{site => <Live key={site.id} site={site} />}</SiteLayout>;
}

function Live({ site }: { readonly site: Site }) {
  const { numbers, recent, isConnected } = useLive(site.id);
  return (
    <>
      <Now numbers={numbers} isConnected={isConnected} />
      <div className="columns live-columns">
        <LiveFeed site={site} recent={recent} isKnown={numbers !== undefined} />
        <div className="live-side">
          <Panel title={labels.pagesLast5Minutes}>
            <Pages siteId={site.id} pages={numbers?.pages} />
          </Panel>
          <Panel title={labels.countriesLast5Minutes}>
            <Countries siteId={site.id} countries={numbers?.countries} />
          </Panel>
        </div>
      </div>
    </>
  );
}

function Now({
  numbers,
  isConnected,
}: {
  readonly numbers: LiveNumbers | undefined;
  readonly isConnected: boolean;
}) {
  return (
    <section className="live-now" aria-label={labels.rightNow}>
      <p className="live-visitors" role="status">
        {numbers ? (
          <b className="live-count" key={numbers.visitors}>
            {formatNumber(numbers.visitors)}
          </b>
        ) : (
          <Skeleton width="4rem" height="3.5rem" />
        )}
        <span>{labels.last5Minutes(shared.visitorNoun(numbers?.visitors ?? 0))}</span>
      </p>
      <p className="soft">{numbers ? shared.pageviewCount(numbers.hits) : ' '}</p>
      <p className={isConnected ? 'live-link on' : 'live-link'} role="status">
        <span className="dot" aria-hidden="true" />
        {isConnected ? shared.live : numbers ? labels.connectionLost : labels.connecting}
      </p>
    </section>
  );
}

function Pages({
  siteId,
  pages,
}: {
  readonly siteId: number;
  readonly pages: LiveNumbers['pages'] | undefined;
}) {
  if (!pages) return <SkeletonRows count={3} />;
  if (pages.length === 0) return <p className="soft">{labels.noPages}</p>;
  const bars = pages.map(({ path, hits }) => ({
    key: path,
    label: <UntrustedText text={path} isCut />,
    count: hits,
    action: { href: overviewHref(siteId, { name: 'path', value: path }) },
  }));
  return (
    <BarList
      bars={bars}
      label={labels.pagesByHits}
      rowName={shared.page}
      count={{ name: shared.pageviews }}
    />
  );
}

function Countries({
  siteId,
  countries,
}: {
  readonly siteId: number;
  readonly countries: LiveNumbers['countries'] | undefined;
}) {
  if (!countries) return <SkeletonRows count={3} />;
  if (countries.length === 0) return <p className="soft">{labels.noCountries}</p>;
  const bars = countries.map(({ country, hits }) => ({
    key: country,
    icon: <Flag code={country} />,
    label: <UntrustedText text={formatCountry(country)} isCut />,
    count: hits,
    action: { href: overviewHref(siteId, { name: 'country', value: country }) },
  }));
  return (
    <BarList
      bars={bars}
      label={labels.countriesByHits}
      rowName={shared.country}
      count={{ name: shared.pageviews }}
    />
  );
}
