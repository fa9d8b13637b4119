import { type Static, Type } from '@sinclair/typebox';
import type { Site } from '../../core/site.ts';
import { Pagination } from '../../http/paging.ts';
import { Id, model, nullable, oneOf, patchModel, Timestamp, text } from '../../http/schema.ts';
import { comparedFields } from '../../reports/compared-period.ts';
import { importedField, presentImported } from '../../reports/imported.ts';
import { periodFields, sharedPeriodQuery } from '../../reports/period.ts';
import { compareQuery } from '../../reports/schema.ts';
import type { SiteCounts } from './counts.ts';
import { LIST_INCLUDES, type ListedSite, SITE_INCLUDES, UPTIME_STATES } from './listed-site.ts';

export const SiteModel = model('Site', {
  id: Id,
  uid: Type.String({ description: 'public code of the site, used by the tracker' }),
  url: Type.String(),
  label: Type.String(),
  display_root_path: nullable(Type.String()),
  lifetime_hits: Type.Integer(),
  lifetime_unique_hits: Type.Integer(),
  lifetime_kudos: Type.Integer(),
  active: Type.Boolean({ description: 'whether the site accepts hits' }),
  public: Type.Boolean({ description: 'whether its stats page is public' }),
  allow_from_any_domain: Type.Boolean({ description: 'whether pages of any host may send hits' }),
  period_hits: Type.Optional(Type.Integer({ description: 'only with a date range' })),
  period_unique_hits: Type.Optional(
    nullable(Type.Integer(), {
      description: 'only with a date range; null when unique hits are not tracked',
    }),
  ),
  period_series: Type.Optional(
    Type.Array(Type.Integer(), {
      description:
        'only with `include=series`: hits of each day, or of each hour of a period of one day, without imported days then',
    }),
  ),
  period_visitors: Type.Optional(Type.Integer({ description: 'only with `include=series`' })),
  previous_period_hits: Type.Optional(
    Type.Integer({
      description:
        'only with `include=comparison`: of the days that `compare` chooses, of as many right before without it, up to the same time of day while the period is not over',
    }),
  ),
  previous_period_visitors: Type.Optional(Type.Integer({ description: 'only with `include=comparison`' })),
  ...importedField,
  status: Type.Optional(
    Type.Object(
      {
        uptime: oneOf(UPTIME_STATES, {
          description:
            '`paused`: down for so long that it is looked at once a day; `unknown`: not looked at yet, or this server is offline',
        }),
        down_since: nullable(Timestamp, { description: 'start of the downtime; null while it is not down' }),
        open_content_issues: nullable(Type.Integer(), {
          description: 'null while content monitoring is off',
        }),
      },
      { description: 'only with `include=status`' },
    ),
  ),
  zone: Type.Optional(Type.String({ description: 'only with `include=zone`: the time zone of its days' })),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** Longest address of a site. Source: decisions, section 2, Lengths. */
const MAX_URL_LENGTH = 2048;

const optionalFields = {
  label: Type.Optional(nullable(text({ maxLength: 200 }), { description: 'name that is shown' })),
  display_root_path: Type.Optional(
    nullable(text({ maxLength: 1024 }), { description: 'prefix of paths where addresses are shown' }),
  ),
  public: Type.Optional(Type.Boolean({ description: 'whether its stats page is public' })),
  is_public: Type.Optional(Type.Boolean({ description: 'alias of `public`' })),
  active: Type.Optional(Type.Boolean({ description: 'whether the site accepts hits' })),
  allow_from_any_domain: Type.Optional(
    Type.Boolean({ description: 'whether pages of any host may send hits' }),
  ),
};

const SiteUrl = text({
  minLength: 1,
  maxLength: MAX_URL_LENGTH,
  description: 'begins with http:// or https://',
});

export const CreateSite = model(
  'CreateSite',
  { url: SiteUrl, ...optionalFields },
  { url: 'https://shop.example', label: 'Shop', public: false },
);
export const UpdateSite = model(
  'UpdateSite',
  { url: Type.Optional(SiteUrl), ...optionalFields },
  { label: 'Shop', active: false },
);
export type SiteInput = Static<typeof UpdateSite>;

export const UpdateFeatures = patchModel(
  'UpdateFeatures',
  {
    content_monitoring: Type.Optional(
      Type.Boolean({ description: 'whether the site is looked through for broken links and mixed content' }),
    ),
    content_monitoring_emails: Type.Optional(Type.Boolean({ description: 'whether new ones are mailed' })),
    uptime: Type.Optional(Type.Boolean({ description: 'whether the site is monitored for downtimes' })),
  },
  { uptime: true, content_monitoring: true },
);
export type FeaturesInput = Static<typeof UpdateFeatures>;

export const Features = model('Features', {
  content_monitoring: Type.Boolean(),
  content_monitoring_emails: Type.Boolean(),
  uptime: Type.Boolean(),
});

/** Creates the parameter that includes more of a site. */
const includeQuery = (names: readonly string[], description: string) =>
  Type.Optional(
    Type.String({
      pattern: `^(${names.join('|')})(,(${names.join('|')}))*$`,
      allowed: `a comma-separated list of ${names.join(', ')}`,
      description: `more of each site, comma-separated: ${names.join(', ')}${description}`,
    }),
  );

export const ListSites = Type.Object({
  ...sharedPeriodQuery,
  ...compareQuery,
  page: Type.Optional(
    Type.Integer({ minimum: 1, description: 'page, from 1; the whole list when neither is given' }),
  ),
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: 'sites a page; 100 when only `page` is given' }),
  ),
  include: includeQuery(LIST_INCLUDES, '; the first two need a date range'),
});

export const ShowSite = Type.Object({
  include: includeQuery(SITE_INCLUDES, ''),
});

export const SingleSiteAnswer = Type.Object({ site: SiteModel });
export const SiteList = Type.Object({
  sites: Type.Array(SiteModel),
  filters: Type.Optional(Type.Object(periodFields)),
  comparison: Type.Optional(
    Type.Object(comparedFields, {
      description: 'only with `include=comparison`: the days of the `previous_period` counts',
    }),
  ),
  pagination: Type.Optional(Pagination),
});
export const FeaturesAnswer = Type.Object({ site: SiteModel, features: Features });

export const presentSite = (site: Site, counts: SiteCounts): Static<typeof SiteModel> => ({
  id: site.id,
  uid: site.uid,
  url: site.url,
  label: site.label,
  display_root_path: site.displayRootPath,
  lifetime_hits: counts.lifetime.hits,
  lifetime_unique_hits: counts.lifetime.uniqueHits,
  lifetime_kudos: counts.lifetimeKudos,
  active: site.active,
  public: site.isPublic,
  allow_from_any_domain: site.allowFromAnyDomain,
  ...(counts.period
    ? {
        period_hits: counts.period.hits,
        period_unique_hits: site.trackUniques ? counts.period.uniqueHits : null,
      }
    : {}),
  ...presentImported(counts.imported),
  created_at: site.createdAt.toISOString(),
  updated_at: site.updatedAt.toISOString(),
});

/** Formats a site of a list for the API, with the included fields. */
export const presentListed = ({
  site,
  counts,
  series,
  comparison,
  status,
  zone,
}: ListedSite): Static<typeof SiteModel> => ({
  ...presentSite(site, counts),
  ...(series && { period_series: series.hits as number[], period_visitors: series.visitors }),
  ...(comparison && {
    previous_period_hits: comparison.hits,
    previous_period_visitors: comparison.visitors,
  }),
  ...(status && {
    status: {
      uptime: status.uptime,
      down_since: status.downSince?.toISOString() ?? null,
      open_content_issues: status.openContentIssues,
    },
  }),
  ...(zone !== undefined && { zone }),
});

export const presentFeatures = (site: Site): Static<typeof Features> => ({
  content_monitoring: site.contentMonitoring,
  content_monitoring_emails: site.contentMonitoringEmails,
  uptime: site.uptimeEnabled,
});
