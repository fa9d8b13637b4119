/**
 * Filters and groupings of hits and of events. Columns that need no rule of their own follow from the table of columns, after
 * the rules here.
 */
import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox';
import { CHANNELS } from '../core/channels/rules.ts';
import { BOT_SIGNS } from '../core/hits/bot-signs.ts';
import { type Dimension, VISIT_DIMENSIONS } from '../core/hits/query.ts';
import {
  PARAMETER_DIMENSIONS,
  type ParameterDimension,
  URL_PARAMETERS,
} from '../core/hits/url-parameters.ts';
import { NETWORKS } from '../core/networks.ts';
import { SCREENS } from '../core/screens.ts';
import { oneOf } from '../http/schema.ts';
import { bareHost, MAX_HOST_LENGTH } from '../lib/url.ts';
import { columnFilters, filterGroupings } from './column-fields.ts';
import {
  COUNTRY,
  contains,
  exact,
  exactOrNull,
  type FilterRule,
  type FilterRules,
  PATH,
  PROPERTY,
  SOURCE,
} from './filters.ts';
import { ANY_PROPERTY } from './property-filters.ts';

const HOST = exactOrNull('host of the referrer, without `www.`');
TypeRegistry.Set(
  'HostName',
  (_, value) => typeof value === 'string' && value.length <= MAX_HOST_LENGTH && /^[^\s/?#@\\]+$/.test(value),
);
const HOSTNAME: FilterRule = {
  ...exact(
    'host of the page, without `www.` and port',
    Type.Unsafe<string>({
      ...{ [Kind]: 'HostName', type: 'string' },
      allowed: 'the name of a host, such as shop.example',
    }),
  ),
  normalize: host => bareHost(host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')),
};
/** Returns the schema of one of some values that documents do not list: in each of these parameters they would be most of them. */
function unlisted(kind: string, values: readonly string[]): TSchema {
  TypeRegistry.Set(kind, (_, value) => (values as readonly unknown[]).includes(value));
  const allowed = `one of ${values.filter(value => value !== '').join(', ')}`;
  return Type.Unsafe<string>({ ...{ [Kind]: kind, type: 'string' }, allowed });
}
const CHANNEL = exact('such as `Paid Search`: docs, Channels', unlisted('Channel', CHANNELS));
const BOT_SIGN: FilterRule = {
  ...exactOrNull('docs, Signs of bots'),
  value: unlisted('BotSign', [...BOT_SIGNS, '']),
};
/** The empty value is in the list of its document, since others are refused there. */
const SCREEN: FilterRule = { ...exactOrNull('screen size'), value: oneOf([...SCREENS, '']) };
const NETWORK: FilterRule = { ...exactOrNull(), value: oneOf([...NETWORKS, '']) };
const pageOrNull = (description: string): FilterRule => ({ ...PATH, description, isNullable: true });
const DEVICE = exact(undefined, oneOf(['mobile', 'desktop', 'unknown']));

/** The first three: api-v1, Endpoints, Hits. */
export const HIT_FILTERS = columnFilters('hit', {
  country: COUNTRY,
  path: PATH,
  referrer: contains(),
  referrer_host: HOST,
  source: SOURCE,
  ...(Object.fromEntries(
    PARAMETER_DIMENSIONS.map(name => [name, exactOrNull(`\`${URL_PARAMETERS[name]}\` of the url`)]),
  ) as Record<ParameterDimension, ReturnType<typeof exactOrNull>>),
  hostname: HOSTNAME,
  channel: CHANNEL,
  browser_name: exactOrNull(),
  platform_name: exactOrNull(),
  device: DEVICE,
  screen: SCREEN,
  network: NETWORK,
  bot_sign: BOT_SIGN,
  entry_page: pageOrNull('first page of the visitor in the period, or of the visit with `attribution=visit`'),
  exit_page: pageOrNull('last page of the visitor in the period, or of the visit with `attribution=visit`'),
  event: exact(
    'hits of visitors who sent it in the period, or of visits in which it was sent with `attribution=visit`',
  ),
  [ANY_PROPERTY]: PROPERTY,
});

/** Groupings of hits. Those up to `date`: api-v1, Endpoints, Hits. */
export const HIT_GROUPINGS = filterGroupings(
  ['path', 'country', 'referrer', 'browser_name', 'platform_name', 'source', 'date'],
  HIT_FILTERS,
).filter(name => name !== 'event');

/**
 * Filters that depend on the visitor's other rows in the span: for part of the span they match different rows. Those on visits do
 * not, since a visit is the same in every span.
 */
export const VISITOR_FILTERS: ReadonlySet<string> = new Set([
  'entry_page',
  'exit_page',
  'event',
] satisfies Dimension[]);

/** Filters of journeys: of what hits have, which visits they are made of. */
export const JOURNEY_FILTERS: typeof HIT_FILTERS = {
  ...HIT_FILTERS,
  path: { ...PATH, description: 'seen in the visit' },
  entry_page: pageOrNull('first page of the visit'),
  exit_page: pageOrNull('last page of the visit'),
  event: exact('sent in the visit'),
};

export const EVENT_FILTERS = columnFilters('event', {
  event: exact(),
  value: exactOrNull(),
  path: { ...PATH, isNullable: true },
  country: COUNTRY,
  source: SOURCE,
  referrer_host: HOST,
  hostname: HOSTNAME,
  channel: CHANNEL,
  browser_name: exactOrNull(),
  platform_name: exactOrNull(),
  device: DEVICE,
  [ANY_PROPERTY]: PROPERTY,
  screen: SCREEN,
  network: NETWORK,
});

const isOfVisit = (name: Dimension): boolean => VISIT_DIMENSIONS.has(name) || name === 'bot_sign';

/** Filters and groupings of events by what only their visits have: with `attribution=visit`. */
export const EVENT_VISIT_FILTERS: FilterRules<Dimension> = Object.fromEntries(
  (Object.keys(HIT_FILTERS) as Dimension[]).flatMap(name => {
    const rule = HIT_FILTERS[name];
    if (!rule || name in EVENT_FILTERS || !isOfVisit(name)) return [];
    return [[name, { ...rule, description: 'of its visit: only with `attribution=visit`' }]];
  }),
);

/** Groupings of events. */
export const EVENT_GROUPINGS = filterGroupings(['event', 'value', 'path', 'country', 'source', 'date'], {
  ...EVENT_FILTERS,
  ...EVENT_VISIT_FILTERS,
});
