import { Kind, type Static, Type, TypeRegistry } from '@sinclair/typebox';
import { type CampaignValues, PARAMETER_NAMES, tagAddress } from '../../core/campaign-link.ts';
import type { CampaignCounts } from '../../core/hits/campaigns.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import { Pagination, pageQuery } from '../../http/paging.ts';
import { Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import { hasControlCharacter, isLongerThan } from '../../lib/text.ts';
import { parseHttpUrl } from '../../lib/url.ts';
import { allTimeQuery, periodFields, periodQuery } from '../../reports/period.ts';
import type { CampaignLinkRow } from './store.ts';

/** Links of a site at most; a page may hold all of them. */
export const MAX_LINKS = 1000;

/** The fields that make a link. */
type LinkParts = Pick<CampaignLinkRow, 'url' | 'source' | 'medium' | 'campaign' | 'term' | 'content'>;

/** The values of a link as they are typed: blank for none. */
const toValues = (row: LinkParts): CampaignValues => ({
  source: row.source,
  medium: row.medium ?? '',
  campaign: row.campaign ?? '',
  term: row.term ?? '',
  content: row.content ?? '',
});

/** Returns the address that a saved link is shared as. */
export const linkOf = (row: LinkParts): string => tagAddress(new URL(row.url), toValues(row));

/** Whether a text is an address that may be shared: whoever sees the site would see a password in it. */
const isPublicAddress = (text: string): boolean => {
  const url = /^https?:\/\//i.test(text) ? parseHttpUrl(text) : null;
  return url !== null && url.username + url.password === '';
};

TypeRegistry.Set(
  'PageOfSite',
  (_, value) =>
    typeof value === 'string' &&
    !isLongerThan(value, MAX_LENGTH.url) &&
    !hasControlCharacter(value) &&
    !/\s/.test(value) &&
    (value.startsWith('/') || isPublicAddress(value)),
);
const PageAddress = Type.Unsafe<string>({
  [Kind]: 'PageOfSite',
  type: 'string',
  maxLength: MAX_LENGTH.url,
  allowed: `a path of the site that begins with /, or an address that begins with http:// or https://, of at most ${MAX_LENGTH.url} characters, without blanks, user name and password`,
  description: 'an address of any host, or a path of the site; parameters of campaigns in it are left out',
});

const value = line({ maxLength: MAX_LENGTH.source });
const optionalValue = (parameter: string, description: string) =>
  Type.Optional(nullable(value, { description: `\`${parameter}\`: ${description}` }));
const name = Type.Optional(
  nullable(line({ maxLength: MAX_LENGTH.label }), { description: 'for people; links have none by default' }),
);
const source = line({
  isRequired: true,
  maxLength: MAX_LENGTH.source,
  description: '`utm_source`: where the link is',
});
const optionalFields = {
  name,
  medium: optionalValue('utm_medium', 'what kind of link it is'),
  campaign: optionalValue('utm_campaign', 'what it is for'),
  term: optionalValue('utm_term', 'the keyword that an ad was bought for'),
  content: optionalValue('utm_content', 'which of several links'),
};

export const CampaignLink = model('CampaignLink', {
  id: Id,
  name: nullable(Type.String()),
  url: Type.String({ description: 'address of the page' }),
  source: Type.String(),
  medium: nullable(Type.String()),
  campaign: nullable(Type.String()),
  term: nullable(Type.String()),
  content: nullable(Type.String()),
  link: Type.String({ description: 'the address to share: `url` with the values as parameters' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  visits: Type.Optional(Type.Integer({ description: 'with `include_visits`' })),
  unique_visitors: Type.Optional(Type.Integer()),
});

export const CreateCampaignLink = model(
  'CreateCampaignLink',
  { url: PageAddress, source, ...optionalFields },
  { name: 'March newsletter', url: '/sale', source: 'newsletter', medium: 'email', campaign: 'spring' },
);
export const UpdateCampaignLink = model(
  'UpdateCampaignLink',
  { url: Type.Optional(PageAddress), source: Type.Optional(source), ...optionalFields },
  { name: 'April newsletter', campaign: 'easter', term: null },
);
export type CampaignLinkInput = Static<typeof UpdateCampaignLink>;
export type NewCampaignLinkInput = Static<typeof CreateCampaignLink>;

/** What links are ordered by: the newest, or the largest count, first. */
export const LINK_ORDERS = ['created_at', 'visits', 'visitors'] as const;
export type LinkOrder = (typeof LINK_ORDERS)[number];

const visitsQuery = {
  include_visits: Type.Optional(Type.Boolean({ description: 'implied by a period' })),
  order_by: Type.Optional(oneOf(LINK_ORDERS, { description: 'the newest first when left out' })),
  ...periodQuery,
  ...allTimeQuery,
};

export const ListCampaignLinks = Type.Object({ ...pageQuery({ maximum: MAX_LINKS }), ...visitsQuery });
export const DownloadCampaignLinks = Type.Object(visitsQuery);
export type CampaignLinksQuery = Static<typeof DownloadCampaignLinks>;
export const CampaignLinkAnswer = Type.Object({ campaign_link: CampaignLink });
export const CampaignLinkList = Type.Object({
  campaign_links: Type.Array(CampaignLink),
  pagination: Pagination,
  filters: Type.Optional(Type.Object(periodFields)),
});

/** Columns of the file, in order. */
export const CSV_COLUMNS = ['id', 'name', 'link', 'url', ...PARAMETER_NAMES, 'created_at'] as const;
/** Columns that follow with `include_visits`. */
export const VISITS_COLUMNS = ['visits', 'unique_visitors'] as const;

export const presentCampaignLink = (
  row: CampaignLinkRow,
  counts?: CampaignCounts,
): Static<typeof CampaignLink> => ({
  id: row.id,
  name: row.name,
  url: row.url,
  source: row.source,
  medium: row.medium,
  campaign: row.campaign,
  term: row.term,
  content: row.content,
  link: linkOf(row),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  ...(counts && { visits: counts.visits, unique_visitors: counts.visitors }),
});
