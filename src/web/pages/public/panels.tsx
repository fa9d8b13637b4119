/** The lists of a public page: each as the owner shows it, none that would be empty. */
import { formatCount, formatCountry } from '../../format.ts';
import { Empty } from '../../ui/notices.tsx';
import { Outside } from '../../ui/outside.tsx';
import { pageAddress } from './site-links.ts';
import type { PublicStats, Rows } from './use-stats.ts';

interface ListFacts {
  readonly section:
    | 'pages'
    | 'referrers'
    | 'sources'
    | 'countries'
    | 'browsers'
    | 'devices'
    | 'events'
    | 'kudos'
    | 'agents';
  readonly title: string;
  /** What is counted. */
  readonly unit: string;
  /** Fields of its rows. */
  readonly key: string;
  readonly count: string;
  readonly say?: (key: string) => string;
}

const DEVICES: Readonly<Record<string, string>> = {
  mobile: 'Mobile',
  desktop: 'Desktop',
  unknown: 'Unknown',
};

const LISTS: readonly ListFacts[] = [
  { section: 'pages', title: 'Pages', unit: 'Hits', key: 'path', count: 'views' },
  { section: 'referrers', title: 'Referrers', unit: 'Hits', key: 'referrer_host', count: 'hit_count' },
  { section: 'sources', title: 'Sources', unit: 'Hits', key: 'source', count: 'hit_count' },
  {
    section: 'countries',
    title: 'Countries',
    unit: 'Hits',
    key: 'country',
    count: 'hit_count',
    say: formatCountry,
  },
  { section: 'browsers', title: 'Browsers', unit: 'Hits', key: 'browser_name', count: 'hit_count' },
  {
    section: 'devices',
    title: 'Devices',
    unit: 'Hits',
    key: 'device',
    count: 'hit_count',
    say: device => DEVICES[device] ?? device,
  },
  { section: 'events', title: 'Events', unit: 'Times', key: 'event', count: 'event_count' },
  { section: 'kudos', title: 'Kudos', unit: 'Kudos', key: 'path', count: 'kudo_count' },
  { section: 'agents', title: 'AI agents', unit: 'Visits', key: 'agent_name', count: 'visit_count' },
];

export function Panels({ stats, isEmbedded }: { readonly stats: PublicStats; readonly isEmbedded: boolean }) {
  const shown = LISTS.flatMap(facts => {
    const rows: Rows = stats[facts.section] ?? [];
    return rows.length === 0 ? [] : [{ facts, rows }];
  });
  const hasLists = LISTS.some(({ section }) => stats.sections.includes(section));
  if (shown.length === 0 && hasLists) {
    return <Empty title="Nothing was counted in these days">A longer period may have more to show.</Empty>;
  }
  return (
    <div className="public-panels">
      {shown.map(({ facts, rows }) => (
        <List
          key={facts.section}
          facts={facts}
          rows={rows}
          siteUrl={stats.site.url}
          isEmbedded={isEmbedded}
        />
      ))}
    </div>
  );
}

function List({
  facts: { section, title, unit, key, count, say },
  rows,
  siteUrl,
  isEmbedded,
}: {
  readonly facts: ListFacts;
  readonly rows: Rows;
  readonly siteUrl: string;
  readonly isEmbedded: boolean;
}) {
  const max = Math.max(1, ...rows.map(row => Number(row[count])));
  return (
    <section className="public-panel" aria-labelledby={`public-${section}`}>
      <div className="public-panel-head">
        <h2 id={`public-${section}`}>{title}</h2>
        <span className="soft">{unit}</span>
      </div>
      <ol>
        {rows.map(row => {
          const name = String(row[key]);
          const amount = Number(row[count]);
          const address = key === 'path' ? pageAddress(siteUrl, name) : undefined;
          const words = <Outside text={say ? say(name) : name} isCut />;
          return (
            <li key={name} className="public-row">
              <span className="public-bar" style={{ width: `${(amount / max) * 100}%` }} aria-hidden="true" />
              {address === undefined ? (
                words
              ) : (
                <a href={address} rel="noopener noreferrer" target={isEmbedded ? '_blank' : undefined}>
                  {words}
                </a>
              )}
              <span>{formatCount(amount)}</span>
            </li>
          );
        })}
      </ol>
      {section === 'countries' && (
        // The licence of the country data asks for it wherever countries are shown.
        <p className="public-credit">
          <a href="https://db-ip.com" rel="noopener" target={isEmbedded ? '_blank' : undefined}>
            IP geolocation by DB-IP
          </a>
        </p>
      )}
    </section>
  );
}
