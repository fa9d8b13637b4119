/** The lists of a public page: those that the owner shows and that have rows. */

import { useId } from 'react';
import { OTHER_PLACES } from '../../../core/hits/places.ts';
import { findOwn } from '../../../lib/find-own.ts';
import { BarList } from '../../charts/bar-list.tsx';
import { formatCountry, formatDay, formatLanguage } from '../../format.ts';
import { names } from '../../labels/channels.ts';
import * as dimensions from '../../labels/dimensions.ts';
import { notIncluded } from '../../labels/imported-days.ts';
import * as labels from '../../labels/public-page.ts';
import * as shared from '../../labels/shared.tsx';
import * as site from '../../labels/site.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { type IconKind, ValueIcon } from '../../ui/value-icon.tsx';
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

/** What rows of a list are, and how they are shown. */
interface RowsDefinition {
  readonly title: string;
  /** Heading of the names. */
  readonly rowName: string;
  readonly icon?: IconKind;
  /** Field of a row's name. */
  readonly keyField: string;
  readonly counts: RowCounts;
  readonly formatKey?: (key: string) => string;
}

interface ListDefinition extends RowsDefinition {
  readonly section:
    | 'pages'
    | 'channels'
    | 'referrers'
    | 'sources'
    | 'countries'
    | 'regions'
    | 'cities'
    | 'languages'
    | 'browsers'
    | 'devices'
    | 'screens'
    | 'events'
    | 'goals'
    | 'kudos'
    | 'agents';
}

const DEVICES: Readonly<Record<string, string>> = {
  mobile: shared.mobile,
  desktop: shared.desktop,
  unknown: shared.unknown,
};

const CHANNELS: Readonly<Record<string, string>> = names;

const formatPlace = (place: string): string => (place === OTHER_PLACES ? dimensions.otherPlaces : place);

const LISTS: readonly ListDefinition[] = [
  {
    section: 'pages',
    title: shared.pages,
    rowName: shared.page,
    keyField: 'path',
    counts: { unit: shared.pageviews, field: 'views' },
  },
  {
    section: 'channels',
    title: dimensions.channel.plural,
    rowName: dimensions.channel.name,
    keyField: 'channel',
    counts: VISITORS,
    formatKey: channel => findOwn(CHANNELS, channel) ?? channel,
  },
  {
    section: 'referrers',
    title: shared.referrers,
    rowName: shared.referrer,
    icon: 'host',
    keyField: 'referrer_host',
    counts: VISITORS,
  },
  {
    section: 'sources',
    title: shared.sources,
    rowName: dimensions.source.name,
    icon: 'source',
    keyField: 'source',
    counts: VISITORS,
  },
  {
    section: 'countries',
    title: shared.countries,
    rowName: shared.country,
    icon: 'country',
    keyField: 'country',
    counts: VISITORS,
    formatKey: formatCountry,
  },
  {
    section: 'regions',
    title: dimensions.region.plural,
    rowName: dimensions.region.name,
    keyField: 'region',
    counts: VISITORS,
    formatKey: formatPlace,
  },
  {
    section: 'cities',
    title: dimensions.city.plural,
    rowName: dimensions.city.name,
    keyField: 'city',
    counts: VISITORS,
    formatKey: formatPlace,
  },
  {
    section: 'languages',
    title: dimensions.language.plural,
    rowName: dimensions.language.name,
    keyField: 'language',
    counts: VISITORS,
    formatKey: formatLanguage,
  },
  {
    section: 'browsers',
    title: shared.browsers,
    rowName: dimensions.browser.name,
    icon: 'browser',
    keyField: 'browser_name',
    counts: VISITORS,
  },
  {
    section: 'devices',
    title: shared.devices,
    rowName: dimensions.device.name,
    icon: 'device',
    keyField: 'device',
    counts: VISITORS,
    formatKey: device => findOwn(DEVICES, device) ?? device,
  },
  {
    section: 'screens',
    title: dimensions.screen.plural,
    rowName: dimensions.screen.name,
    keyField: 'screen',
    counts: VISITORS,
    formatKey: size => findOwn(dimensions.screenNames, size) ?? size,
  },
  {
    section: 'events',
    title: shared.events,
    rowName: shared.event,
    keyField: 'event',
    counts: { unit: labels.times, field: 'event_count' },
  },
  {
    section: 'goals',
    title: shared.goals,
    rowName: labels.goal,
    keyField: 'name',
    counts: { unit: shared.conversions, field: 'conversions' },
  },
  {
    section: 'kudos',
    title: shared.kudos,
    rowName: shared.page,
    keyField: 'path',
    counts: { unit: shared.kudos, field: 'kudo_count' },
  },
  {
    section: 'agents',
    title: shared.aiCrawlers,
    rowName: site.crawler,
    icon: 'agent',
    keyField: 'agent_name',
    counts: { unit: shared.visits, field: 'visit_count' },
  },
];

export function Panels({ stats, isEmbedded }: { readonly stats: PublicStats; readonly isEmbedded: boolean }) {
  const shown = [
    ...LISTS.flatMap(definition => {
      const rows: Rows = stats[definition.section] ?? [];
      return rows.length === 0 ? [] : [{ id: definition.section, definition, rows }];
    }),
    ...(stats.properties ?? []).map(({ name, kind, values }) => ({
      id: `property:${name}`,
      definition: {
        title: name,
        rowName: name,
        keyField: 'value',
        counts: { unit: kind === 'hits' ? shared.pageviews : labels.times, field: 'count' },
      },
      rows: values,
    })),
  ];
  const hasLists =
    (stats.sections.includes('properties') ||
      LISTS.some(({ section }) => stats.sections.includes(section))) &&
    !stats.funnels?.length;
  if (shown.length === 0 && hasLists) {
    return <EmptyState title={labels.emptyTitle}>{labels.emptyHint}</EmptyState>;
  }
  return (
    <div className="public-panels">
      {shown.map(({ id, definition, rows }) => (
        <List
          key={id}
          section={id}
          definition={definition}
          rows={rows}
          siteUrl={stats.site.url}
          isEmbedded={isEmbedded}
          lacksUntil={
            stats.imported?.left_out?.some(section => section === id) ? stats.imported.until : undefined
          }
        />
      ))}
    </div>
  );
}

function List({
  section,
  definition: { title, rowName, icon, keyField, counts, formatKey },
  rows,
  siteUrl,
  isEmbedded,
  lacksUntil,
}: {
  readonly section: string;
  readonly definition: RowsDefinition;
  readonly rows: Rows;
  readonly siteUrl: string;
  readonly isEmbedded: boolean;
  /** The last imported day, where the list has none of them. */
  readonly lacksUntil: string | undefined;
}) {
  const id = useId();
  const hasVisitors = counts !== VISITORS || rows.some(row => Number(row[VISITORS.field]) > 0);
  const { unit, field } = hasVisitors ? counts : HITS;
  const bars = rows.map((row, index) => {
    const name = String(row[keyField]);
    const externalHref = keyField === 'path' ? toPageUrl(siteUrl, name) : undefined;
    return {
      // Names of goals may repeat.
      key: section === 'goals' ? String(index) : name,
      icon: icon && <ValueIcon kind={icon} value={name} hasFavicons={false} />,
      label: <UntrustedText text={formatKey ? formatKey(name) : name} isCut />,
      count: Number(row[field]),
      action:
        externalHref === undefined
          ? undefined
          : { externalHref, target: isEmbedded ? ('_blank' as const) : undefined },
    };
  });
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <BarList bars={bars} label={title} rowName={rowName} count={{ name: unit }} />
      {lacksUntil !== undefined && <p className="imported-note soft">{notIncluded(formatDay(lacksUntil))}</p>}
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
