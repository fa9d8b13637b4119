/** The lists of a public page: those that the owner shows and that have rows. */

import { formatCountry } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/public-page.ts';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { toPageUrl } from './site-links.ts';
import type { PublicStats, Rows } from './use-stats.ts';

/** What rows count, and in which field. */
interface RowCounts {
  readonly unit: string;
  readonly field: string;
}
const VISITORS: RowCounts = { unit: shared.visitors, field: 'unique_visitors' };
/** Shown in place of visitors where no hit has any, as those of a server. */
const HITS: RowCounts = { unit: shared.pageviews, field: 'hit_count' };

interface ListDefinition {
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
  /** Field of a row's name. */
  readonly keyField: string;
  readonly counts: RowCounts;
  readonly formatKey?: (key: string) => string;
}

const DEVICES: Readonly<Record<string, string>> = {
  mobile: shared.mobile,
  desktop: shared.desktop,
  unknown: shared.unknown,
};

const LISTS: readonly ListDefinition[] = [
  {
    section: 'pages',
    title: shared.pages,
    keyField: 'path',
    counts: { unit: shared.pageviews, field: 'views' },
  },
  { section: 'referrers', title: shared.referrers, keyField: 'referrer_host', counts: VISITORS },
  { section: 'sources', title: shared.sources, keyField: 'source', counts: VISITORS },
  {
    section: 'countries',
    title: shared.countries,
    keyField: 'country',
    counts: VISITORS,
    formatKey: formatCountry,
  },
  { section: 'browsers', title: shared.browsers, keyField: 'browser_name', counts: VISITORS },
  {
    section: 'devices',
    title: shared.devices,
    keyField: 'device',
    counts: VISITORS,
    formatKey: device => DEVICES[device] ?? device,
  },
  {
    section: 'events',
    title: shared.events,
    keyField: 'event',
    counts: { unit: labels.times, field: 'event_count' },
  },
  {
    section: 'kudos',
    title: shared.kudos,
    keyField: 'path',
    counts: { unit: shared.kudos, field: 'kudo_count' },
  },
  {
    section: 'agents',
    title: shared.aiCrawlers,
    keyField: 'agent_name',
    counts: { unit: shared.visits, field: 'visit_count' },
  },
];

export function Panels({ stats, isEmbedded }: { readonly stats: PublicStats; readonly isEmbedded: boolean }) {
  const shown = LISTS.flatMap(definition => {
    const rows: Rows = stats[definition.section] ?? [];
    return rows.length === 0 ? [] : [{ definition, rows }];
  });
  const hasLists = LISTS.some(({ section }) => stats.sections.includes(section));
  if (shown.length === 0 && hasLists) {
    return <EmptyState title={labels.emptyTitle}>{labels.emptyHint}</EmptyState>;
  }
  return (
    <div className="public-panels">
      {shown.map(({ definition, rows }) => (
        <List
          key={definition.section}
          definition={definition}
          rows={rows}
          siteUrl={stats.site.url}
          isEmbedded={isEmbedded}
        />
      ))}
    </div>
  );
}

function List({
  definition: { section, title, keyField, counts, formatKey },
  rows,
  siteUrl,
  isEmbedded,
}: {
  readonly definition: ListDefinition;
  readonly rows: Rows;
  readonly siteUrl: string;
  readonly isEmbedded: boolean;
}) {
  const hasVisitors = counts !== VISITORS || rows.some(row => Number(row[VISITORS.field]) > 0);
  const { unit, field } = hasVisitors ? counts : HITS;
  const max = Math.max(1, ...rows.map(row => Number(row[field])));
  return (
    <section className="public-panel" aria-labelledby={`public-${section}`}>
      <div className="public-panel-head">
        <h2 id={`public-${section}`}>{title}</h2>
        <span className="soft">{unit}</span>
      </div>
      <ol>
        {rows.map(row => {
          const name = String(row[keyField]);
          const amount = Number(row[field]);
          const address = keyField === 'path' ? toPageUrl(siteUrl, name) : undefined;
          const words = <UntrustedText text={formatKey ? formatKey(name) : name} isCut />;
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
              <span>{formatNumber(amount)}</span>
            </li>
          );
        })}
      </ol>
      {section === 'countries' && (
        // Attribution required by the licence of the country database wherever countries are shown.
        <p className="public-credit">
          <a href="https://db-ip.com" rel="noopener" target={isEmbedded ? '_blank' : undefined}>
            {shared.geoCredit}
          </a>
        </p>
      )}
    </section>
  );
}
