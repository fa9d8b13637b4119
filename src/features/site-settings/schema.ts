import { type Static, type TBoolean, Type } from '@sinclair/typebox';
import type { CaptureName } from '../../core/capture.ts';
import { EXCLUDABLE_NETWORKS } from '../../core/networks.ts';
import { MAX_SHARED_PROPERTIES, PUBLIC_SECTIONS, STANDARD_SECTIONS } from '../../core/public-page.ts';
import { LOCATION_DETAILS, SPAM_LEVELS, SUMS_STATES } from '../../core/site.ts';
import { MAX_FURTHER_HOSTS } from '../../core/site-hosts.ts';
import { model, nullable, oneOf, patchModel, text, timeZoneName } from '../../http/schema.ts';
import type { IgnoreMatch } from '../../ingest/ignore-matcher.ts';
import { IGNORE_LISTS, MAX_RULE_LENGTH, MAX_RULES } from '../../ingest/ignore-rules.ts';
import { MAX_SITE_HOSTS } from '../../ingest/parse-spam-list.ts';
import { MAX_HOST_LENGTH } from '../../lib/url.ts';
import type { SiteSettingsView } from './settings-view.ts';

/** A hundred years. */
const MAX_RETENTION_DAYS = 36_500;

const rules = (description: string) =>
  Type.Array(text({ maxLength: MAX_RULE_LENGTH }), { maxItems: MAX_RULES, description });

const ignoreLists = {
  paths: rules('whole paths; `*` stands for anything, none included; case counts'),
  ip_ranges: rules('IP addresses and CIDR ranges, version 4 and 6'),
  countries: rules('two capital letters each; `XX` for unknown ones'),
  referrers: rules('a host with everything below it, or the beginning of an address; case does not count'),
  user_agents: rules('parts of a user agent, at least 3 characters; case does not count'),
};

const IgnoreRules = model('IgnoreRules', ignoreLists);

const namesOf = (sections: readonly string[]): string => sections.map(section => `\`${section}\``).join(', ');

const publicPage = {
  sections: Type.Array(oneOf(PUBLIC_SECTIONS), {
    maxItems: PUBLIC_SECTIONS.length,
    description: `what it shows; ${namesOf(STANDARD_SECTIONS)} at first. Kept in this order: ${namesOf(PUBLIC_SECTIONS)}`,
  }),
  allow_embedding: Type.Boolean({ description: 'whether other sites may show it in a frame' }),
  properties: Type.Array(text({ maxLength: MAX_RULE_LENGTH }), {
    maxItems: MAX_SHARED_PROPERTIES,
    description:
      'properties whose values of 5 visitors or more others may see: in the section `properties`, below shared links and in email reports; none at first',
  }),
};

const PublicPage = model('PublicPage', publicPage);

const capture = {
  outbound_links: Type.Boolean({ description: 'clicks on links to other sites: events `outbound_click`' }),
  downloads: Type.Boolean({ description: 'clicks on links to files: events `file_download`' }),
  forms: Type.Boolean({ description: 'forms that are sent, never what is in them: events `form_submit`' }),
  not_found: Type.Boolean({ description: 'pages that the site answers with 404: events `not_found`' }),
  engagement: Type.Boolean({
    description: 'for how long pages are visible and active, and how far they are scrolled',
  }),
  identify: Type.Boolean({
    description: 'ids of visitors that pages name: hashed as a `visitor_id`',
  }),
} satisfies Readonly<Record<CaptureName, TBoolean>>;

const Capture = model('Capture', capture);

const fields = {
  track_unique_hits: Type.Boolean({
    description: 'false: answers leave `unique_views` out, and `period_unique_hits` is null',
  }),
  honour_gpc: Type.Boolean({
    description: 'whether browsers that send Global Privacy Control are not counted',
  }),
  honour_dnt: Type.Boolean({ description: 'whether browsers that send Do Not Track are not counted' }),
  location_detail: oneOf(LOCATION_DETAILS, {
    description:
      'how much of a visitor’s location is stored from now on; regions and cities need a city database or a proxy’s headers',
  }),
  exclude_networks: Type.Array(oneOf(EXCLUDABLE_NETWORKS), {
    maxItems: EXCLUDABLE_NETWORKS.length,
    description: 'networks whose hits and events are not counted',
  }),
  insights_enabled: Type.Boolean({ description: 'false: no insights, and signals answer 403' }),
  webmentions_enabled: Type.Boolean({
    description: 'false: Webmentions are not taken, and the address that takes them answers 404',
  }),
  retention_days: nullable(Type.Integer({ minimum: 1, maximum: MAX_RETENTION_DAYS }), {
    description:
      'whole days of the site for which hits, events, agent visits and spam hits are kept; older ones are removed every night; null keeps them for good',
  }),
  time_zone: nullable(timeZoneName('such as `Europe/Berlin`'), {
    description: 'of the days of the site; null: that of the account',
  }),
  spam_filter: oneOf(SPAM_LEVELS, {
    description:
      '`off`: only `spam_hosts`; `basic`: known spam hosts and names that no host can have, too; `strict`: also bare IP addresses, names that no public host has and names made of a spammer’s words, and browsers without a window are not counted. What is suppressed goes to the spam hits',
  }),
  spam_hosts: Type.Array(text({ maxLength: MAX_HOST_LENGTH }), {
    maxItems: MAX_SITE_HOSTS,
    description: 'referring hosts, with everything below them, whose hits go to the spam hits on every level',
  }),
  hosts: Type.Array(text({ maxLength: MAX_HOST_LENGTH }), {
    maxItems: MAX_FURTHER_HOSTS,
    description:
      'further hosts of the site, such as `blog.example.org`, or `*.example.org` for each below `example.org`: their pages are counted, links between them come from the site itself, their requests in access logs are its own, and content monitoring reads them',
  }),
  restrict_to_site: Type.Boolean({
    description: 'true: content monitoring checks links to the site’s own hosts only',
  }),
};

const SiteSettings = model('SiteSettings', {
  ignore_rules: IgnoreRules,
  ...fields,
  capture: Capture,
  public_page: PublicPage,
  sums: oneOf(SUMS_STATES, {
    description:
      '`rebuilding` while past days are worked out for another time zone; reports are exact meanwhile',
  }),
});
export const SiteSettingsAnswer = Type.Object({ settings: SiteSettings });

export const UpdateSiteSettings = patchModel(
  'UpdateSettings',
  {
    ignore_rules: Type.Optional(
      Type.Partial(Type.Object(ignoreLists), {
        description: 'a list that is sent replaces the one there was',
      }),
    ),
    ...Type.Partial(Type.Object(fields)).properties,
    capture: Type.Optional(
      Type.Partial(Type.Object(capture), {
        additionalProperties: false,
        description:
          'what the browser script sends beside views, all off at first; a switch that is sent replaces the one there was',
      }),
    ),
    public_page: Type.Optional(
      Type.Partial(Type.Object(publicPage), {
        description:
          'a part that is sent replaces the one there was; the page is there while the site is public',
      }),
    ),
  },
  { ignore_rules: { paths: ['/admin/*'], ip_ranges: ['203.0.113.0/24'] }, honour_dnt: true },
  { time_zone: 'Europe/Berlin', retention_days: 730, spam_filter: 'strict', spam_hosts: ['spam.example'] },
  { capture: { outbound_links: true, downloads: true } },
  { public_page: { sections: ['visitors', 'pages', 'uptime'], allow_embedding: false } },
);
export type SiteSettingsInput = Static<typeof UpdateSiteSettings>;

const limited = (maxLength: number, description: string) => Type.Optional(text({ maxLength, description }));

/** What a visit would be like. */
export const IgnoreTest = Type.Object({
  path: limited(1024, 'a leading `/` is added when missing'),
  ip_address: limited(64, 'also determines the country when none is given'),
  country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$', allowed: 'a two-letter country code' })),
  referrer: limited(2048, 'as a browser sends it'),
  user_agent: limited(1024, 'as a browser sends it'),
});
export type IgnoreTestQuery = Static<typeof IgnoreTest>;

export const IgnoreTestAnswer = model('IgnoreTest', {
  ignored: Type.Boolean({ description: 'by a rule, or as a bot' }),
  reason: nullable(
    Type.String({
      description: 'of a rejected write',
    }),
  ),
  rule: nullable(
    Type.Object({
      list: oneOf([...IGNORE_LISTS, 'exclude_networks']),
      value: Type.String({ description: 'as the settings have it' }),
    }),
    { description: 'the first that applies' },
  ),
});

export const OwnAddressAnswer = model('OwnAddress', {
  ip_range: nullable(
    Type.String({
      description:
        'a rule for `ip_ranges` that excludes the caller: the IPv4 address, or the IPv6 network that a provider assigns to one customer; null where only the address of a private network or of a proxy is known',
    }),
  ),
  ignored: Type.Boolean({ description: 'by the rules of the site' }),
});

/** Settings as the wire has them. */
export const presentSiteSettings = ({
  site,
  hosts,
  ignoreRules,
  excludedNetworks,
  spamHosts,
  capture: switches,
  publicPage: { sections, allowsEmbedding, properties },
  sums,
}: SiteSettingsView): Static<typeof SiteSettings> => ({
  ignore_rules: {
    paths: [...ignoreRules.paths],
    ip_ranges: [...ignoreRules.addresses],
    countries: [...ignoreRules.countries],
    referrers: [...ignoreRules.referrers],
    user_agents: [...ignoreRules.userAgents],
  },
  track_unique_hits: site.trackUniques,
  honour_gpc: site.honourGpc,
  honour_dnt: site.honourDnt,
  location_detail: site.locationDetail,
  exclude_networks: [...excludedNetworks],
  insights_enabled: site.insightsEnabled,
  webmentions_enabled: site.webmentionsEnabled,
  retention_days: site.retentionDays,
  time_zone: site.timeZone,
  spam_filter: site.spamFilter,
  spam_hosts: [...spamHosts],
  hosts: [...hosts],
  restrict_to_site: site.restrictToSite,
  capture: switches,
  public_page: { sections: [...sections], allow_embedding: allowsEmbedding, properties: [...properties] },
  sums,
});

/** Why a visit would not be counted: the site's rule, and what gives a bot away. */
export interface IgnoreFinding {
  readonly match: IgnoreMatch | null;
  readonly botRule: string | null;
}

export const presentIgnoreTest = ({ match, botRule }: IgnoreFinding): Static<typeof IgnoreTestAnswer> => ({
  ignored: match !== null || botRule !== null,
  reason: match?.reason ?? (botRule && `a bot: ${botRule}`),
  rule: match && { list: match.list, value: match.rule },
});
