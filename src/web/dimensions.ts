/**
 * The dimensions that views are filtered by and broken down into. Filters, their suggestions, what each metric is filtered by
 * and the lists of the overview derive from this table.
 */
import { findPropertyName } from '../core/hits/properties.ts';
import { findOwn } from '../lib/find-own.ts';
import type { FilterName, ViewFilterName } from './filter-names.ts';
import { formatCountry, formatLanguage } from './format.ts';
import { names } from './labels/channels.ts';
import * as labels from './labels/dimensions.ts';
import * as shared from './labels/shared.tsx';
import type { IconKind } from './ui/value-icon.tsx';

interface DimensionDefinition {
  readonly labels: {
    readonly name: string;
    readonly plural: string;
    /** Of rows without a value. */
    readonly none: string;
    /** Of a row in a list; the name where it is absent. */
    readonly row?: string;
  };
  /** Endpoints below `/sites/:id/`, beside `hits` and `events`, that take the filter. */
  readonly endpoints?: readonly ('agent_visits' | 'kudos')[];
  /** Panel of the overview with a list of hits by it, in this order. */
  readonly panel?: 'pages' | 'referrers' | 'countries' | 'devices';
  /** Whether the API filters for rows without a value. */
  readonly isNullable?: true;
  /** Whether the filter matches a part of the value. */
  readonly isPartial?: true;
  /** Whether there are few values, whose names differ from the API's: they are searched in the browser. */
  readonly isFixedSet?: true;
  /** Whether the values are known to questions of the search: the commonest, or all by searching for the words. */
  readonly isAsked?: 'listed' | 'searched';
  /** The dimension whose values these are too. */
  readonly valuesOf?: 'path';
  readonly isHost?: true;
  /** Whether it depends on other pageviews of the visitor: changes cannot select by it. */
  readonly isOfVisits?: true;
  /** What its values show before them. */
  readonly icon?: IconKind;
  /** Formats a value; absent where it is shown as it is. */
  readonly format?: (value: string) => string;
}

const DEVICES: Readonly<Record<string, string>> = {
  mobile: shared.mobile,
  desktop: shared.desktop,
  unknown: shared.unknown,
};

/** Creates a format for values that have names; others are shown as they are. */
const namedBy =
  (names: Readonly<Record<string, string>>) =>
  (value: string): string =>
    findOwn(names, value) ?? value;

/** Dimensions by their API names; `FILTERS` has their order. */
const TABLE = {
  path: { labels: labels.path, endpoints: ['agent_visits', 'kudos'], panel: 'pages', isAsked: 'searched' },
  entry_page: {
    labels: labels.entryPage,
    panel: 'pages',
    isNullable: true,
    valuesOf: 'path',
    isOfVisits: true,
  },
  exit_page: {
    labels: labels.exitPage,
    panel: 'pages',
    isNullable: true,
    valuesOf: 'path',
    isOfVisits: true,
  },
  hostname: { labels: labels.hostname, panel: 'pages', isAsked: 'searched', isHost: true },
  channel: {
    labels: labels.channel,
    panel: 'referrers',
    isFixedSet: true,
    isAsked: 'listed',
    format: namedBy(names),
  },
  referrer_host: {
    labels: labels.referrerHost,
    panel: 'referrers',
    isNullable: true,
    isAsked: 'searched',
    isHost: true,
    icon: 'host',
  },
  referrer: { labels: labels.referrer, panel: 'referrers', icon: 'url', isPartial: true },
  source: { labels: labels.source, panel: 'referrers', icon: 'source', isNullable: true, isAsked: 'listed' },
  campaign: { labels: labels.campaign, panel: 'referrers', isNullable: true, isAsked: 'searched' },
  medium: { labels: labels.medium, panel: 'referrers', isNullable: true, isAsked: 'listed' },
  term: { labels: labels.term, panel: 'referrers', isNullable: true, isAsked: 'searched' },
  content: { labels: labels.content, panel: 'referrers', isNullable: true, isAsked: 'searched' },
  country: {
    labels: labels.country,
    endpoints: ['agent_visits'],
    panel: 'countries',
    isFixedSet: true,
    isAsked: 'listed',
    icon: 'country',
    format: formatCountry,
  },
  region: { labels: labels.region, panel: 'countries', isNullable: true, isAsked: 'searched' },
  city: { labels: labels.city, panel: 'countries', isNullable: true, isAsked: 'searched' },
  language: {
    labels: labels.language,
    panel: 'countries',
    isNullable: true,
    format: formatLanguage,
  },
  browser_name: {
    labels: labels.browser,
    panel: 'devices',
    icon: 'browser',
    isNullable: true,
    isAsked: 'listed',
  },
  browser_version: { labels: labels.browserVersion, panel: 'devices', isNullable: true },
  platform_name: {
    labels: labels.platform,
    panel: 'devices',
    icon: 'platform',
    isNullable: true,
    isAsked: 'listed',
  },
  platform_version: { labels: labels.platformVersion, panel: 'devices', isNullable: true },
  device: {
    labels: labels.device,
    panel: 'devices',
    isFixedSet: true,
    isAsked: 'listed',
    icon: 'device',
    format: namedBy(DEVICES),
  },
  screen: {
    labels: labels.screen,
    panel: 'devices',
    isNullable: true,
    isFixedSet: true,
    format: namedBy(labels.screenNames),
  },
  network: {
    labels: labels.network,
    panel: 'devices',
    isNullable: true,
    isFixedSet: true,
    format: namedBy(labels.networkNames),
  },
  bot_sign: {
    labels: labels.botSign,
    panel: 'devices',
    isNullable: true,
    isFixedSet: true,
    isOfVisits: true,
    format: namedBy(labels.botSignNames),
  },
  event: { labels: labels.event, isAsked: 'listed', isOfVisits: true },
} as const satisfies Readonly<Record<FilterName, DimensionDefinition>>;

export const DIMENSIONS: Readonly<Record<FilterName, DimensionDefinition>> = TABLE;

/** Returns the definition of a dimension, or of a property, whose name is the owner's. */
export function findDimension(name: ViewFilterName): DimensionDefinition {
  const property = findPropertyName(name);
  if (property === undefined) return DIMENSIONS[name as FilterName];
  return { labels: { name: property, plural: property, none: labels.noProperty }, isNullable: true };
}
