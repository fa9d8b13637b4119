/**
 * The dimensions that views are filtered by and broken down into. Filters, their suggestions, what each metric is filtered by
 * and the lists of the overview derive from this table.
 */
import type { Dimension } from '../core/hits/query.ts';
import { formatCountry } from './format.ts';
import * as labels from './labels/dimensions.ts';
import * as shared from './labels/shared.tsx';

interface DimensionDefinition {
  readonly labels: {
    readonly name: string;
    readonly plural: string;
    /** Of rows without a value. */
    readonly none: string;
    /** Of a row in a list; the name where it is absent. */
    readonly row?: string;
  };
  /** Endpoints below `/sites/:id/`, beside `hits`, that take the filter; events with the attribution of their visit. */
  readonly endpoints: readonly ('events' | 'agent_visits' | 'kudos')[];
  /** Panel of the overview with a list of hits by it, in this order. */
  readonly panel?: 'pages' | 'referrers' | 'countries' | 'devices';
  /** Whether the API filters for rows without a value. */
  readonly isNullable?: true;
  /** Whether the filter matches a part of the value. */
  readonly isPartial?: true;
  /** Whether there are few values, whose names differ from the API's: they are searched in the browser. */
  readonly isFixedSet?: true;
  /** Formats a value; absent where it is shown as it is. */
  readonly format?: (value: string) => string;
}

const DEVICES: Readonly<Record<string, string>> = {
  mobile: shared.mobile,
  desktop: shared.desktop,
  unknown: shared.unknown,
};

/** Dimensions by their API names, in the order of menus and lists. */
const TABLE = {
  path: { labels: labels.path, endpoints: ['events', 'agent_visits', 'kudos'], panel: 'pages' },
  entry_page: { labels: labels.entryPage, endpoints: ['events'], panel: 'pages', isNullable: true },
  exit_page: { labels: labels.exitPage, endpoints: ['events'], panel: 'pages', isNullable: true },
  referrer_host: { labels: labels.referrerHost, endpoints: ['events'], panel: 'referrers', isNullable: true },
  referrer: { labels: labels.referrer, endpoints: ['events'], panel: 'referrers', isPartial: true },
  source: { labels: labels.source, endpoints: ['events'], panel: 'referrers', isNullable: true },
  campaign: { labels: labels.campaign, endpoints: ['events'], panel: 'referrers', isNullable: true },
  medium: { labels: labels.medium, endpoints: ['events'], panel: 'referrers', isNullable: true },
  country: {
    labels: labels.country,
    endpoints: ['events', 'agent_visits'],
    panel: 'countries',
    isFixedSet: true,
    format: formatCountry,
  },
  browser_name: { labels: labels.browser, endpoints: ['events'], panel: 'devices', isNullable: true },
  platform_name: { labels: labels.platform, endpoints: ['events'], panel: 'devices', isNullable: true },
  device: {
    labels: labels.device,
    endpoints: ['events'],
    panel: 'devices',
    isFixedSet: true,
    format: value => DEVICES[value] ?? value,
  },
  event: { labels: labels.event, endpoints: ['events'] },
} as const satisfies Readonly<Partial<Record<Dimension, DimensionDefinition>>>;

/** The name of a dimension that views can be filtered by. */
export type FilterName = keyof typeof TABLE;
export const DIMENSIONS: Readonly<Record<FilterName, DimensionDefinition>> = TABLE;
/** The names of all dimensions, in the order of menus and lists. */
export const FILTERS = Object.keys(TABLE) as readonly FilterName[];
