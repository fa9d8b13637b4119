/** The lists of a public page: those that the owner shows and that have rows. */

import { formatNumber } from '../../../lib/english.ts';
import { formatCountry } from '../../format.ts';
import * as labels from '../../labels/public-page.ts';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { toPageUrl } from './site-links.ts';
import type { PublicStats, Rows } from './use-stats.ts';

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
  /** What is counted. */
  readonly unit: string;
  /** Fields of its rows. */
  readonly keyField: string;
  readonly countField: string;
  readonly formatKey?: (key: string) => string;
}

const DEVICES: Readonly<Record<string, string>> = {
  mobile: shared.mobile,
  desktop: shared.desktop,
  unknown: shared.unknown,
};

const LISTS: readonly ListDefinition[] = [
  { section: 'pages', title: shared.pages, unit: shared.hits, keyField: 'path', countField: 'views' },
  {
    section: 'referrers',
    title: shared.referrers,
    unit: shared.hits,
    keyField: 'referrer_host',
    countField: 'hit_count',
  },
  {
    section: 'sources',
    title: shared.sources,
    unit: shared.hits,
    keyField: 'source',
    countField: 'hit_count',
  },
  {
    section: 'countries',
    title: shared.countries,
    unit: shared.hits,
    keyField: 'country',
    countField: 'hit_count',
    formatKey: formatCountry,
  },
  {
    section: 'browsers',
    title: shared.browsers,
    unit: shared.hits,
    keyField: 'browser_name',
    countField: 'hit_count',
  },
  {
    section: 'devices',
    title: shared.devices,
    unit: shared.hits,
    keyField: 'device',
    countField: 'hit_count',
    formatKey: device => DEVICES[device] ?? device,
  },
  {
    section: 'events',
    title: shared.events,
    unit: labels.times,
    keyField: 'event',
    countField: 'event_count',
  },
  { section: 'kudos', title: shared.kudos, unit: shared.kudos, keyField: 'path', countField: 'kudo_count' },
  {
    section: 'agents',
    title: shared.aiAgents,
    unit: shared.visits,
    keyField: 'agent_name',
    countField: 'visit_count',
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
  definition: { section, title, unit, keyField, countField, formatKey },
  rows,
  siteUrl,
  isEmbedded,
}: {
  readonly definition: ListDefinition;
  readonly rows: Rows;
  readonly siteUrl: string;
  readonly isEmbedded: boolean;
}) {
  const max = Math.max(1, ...rows.map(row => Number(row[countField])));
  return (
    <section className="public-panel" aria-labelledby={`public-${section}`}>
      <div className="public-panel-head">
        <h2 id={`public-${section}`}>{title}</h2>
        <span className="soft">{unit}</span>
      </div>
      <ol>
        {rows.map(row => {
          const name = String(row[keyField]);
          const amount = Number(row[countField]);
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
