import { Kind, type Static, Type, TypeRegistry } from '@sinclair/typebox';
import { Id, model, nullable, patchModel, Timestamp } from '../../http/schema.ts';
import { line, prose } from '../../http/text.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_MONITORS,
  MAX_NAME_LENGTH,
  MAX_TITLE_LENGTH,
  SLUG_LENGTH,
} from './limits.ts';
import type { PageMonitorRow, PageRow } from './store.ts';

/** Lower case, since addresses are typed; no dot, so that it is never taken for a file. */
const SLUG = /^[a-z0-9][a-z0-9-]*[a-z0-9]$/;
TypeRegistry.Set(
  'StatusPageSlug',
  (_, value) =>
    typeof value === 'string' &&
    value.length >= SLUG_LENGTH.minLength &&
    value.length <= SLUG_LENGTH.maxLength &&
    SLUG.test(value),
);
const Slug = Type.Unsafe<string>({
  [Kind]: 'StatusPageSlug',
  type: 'string',
  ...SLUG_LENGTH,
  pattern: '^[a-z0-9][a-z0-9-]*[a-z0-9]$',
  allowed: 'lower-case letters, digits and inner hyphens, at least 3 and at most 64',
  description: 'last part of its address; another one each time when left out',
});

const PageMonitor = Type.Object({
  monitor_id: Id,
  name: line({
    isRequired: true,
    maxLength: MAX_NAME_LENGTH,
    description: 'what the page calls it; nothing else of the monitor is shown',
  }),
  shows_host: Type.Optional(
    Type.Boolean({ description: 'whether the page names the host that is checked; false when left out' }),
  ),
});

const Title = line({ isRequired: true, maxLength: MAX_TITLE_LENGTH });
const fields = {
  slug: Type.Optional(Slug),
  description: Type.Optional(prose({ maxLength: MAX_DESCRIPTION_LENGTH, description: 'below the title' })),
  enabled: Type.Optional(Type.Boolean({ description: 'whether anybody may open it; false when left out' })),
  noindex: Type.Optional(
    Type.Boolean({ description: 'whether search engines are told to leave it out; true when left out' }),
  ),
  shows_impact: Type.Optional(
    Type.Boolean({
      description: 'whether it shows the hits and events that a downtime cost; false when left out',
    }),
  ),
  monitors: Type.Optional(
    Type.Array(PageMonitor, {
      maxItems: MAX_MONITORS,
      description: 'what it shows, in order; replaces all earlier ones',
    }),
  ),
};

export const CreateStatusPage = model(
  'CreateStatusPage',
  {
    site_id: Type.Optional(Id),
    group_id: Type.Optional(Id),
    title: Title,
    ...fields,
  },
  { site_id: 1, title: 'Status of the shop', slug: 'shop', enabled: true },
);
export type NewStatusPageInput = Static<typeof CreateStatusPage>;

export const UpdateStatusPage = patchModel(
  'UpdateStatusPage',
  { title: Type.Optional(Title), ...fields },
  { title: 'Status', enabled: false },
);
export type StatusPageInput = Static<typeof UpdateStatusPage>;

export const StatusPage = model('StatusPage', {
  id: Id,
  site_id: nullable(Id, { description: 'null: of a group' }),
  group_id: nullable(Id, { description: 'null: of a site' }),
  title: Type.String(),
  description: Type.String(),
  slug: Type.String(),
  url: Type.String({ description: 'its address' }),
  enabled: Type.Boolean(),
  noindex: Type.Boolean(),
  shows_impact: Type.Boolean(),
  monitors: Type.Array(Type.Object({ monitor_id: Id, name: Type.String(), shows_host: Type.Boolean() })),
  subscriber_count: Type.Integer({ minimum: 0, description: 'addresses that are mailed' }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export const StatusPageAnswer = Type.Object({ status_page: StatusPage });
export const StatusPageList = Type.Object({ status_pages: Type.Array(StatusPage) });

/** A page with what its answer needs. */
export interface PageFacts {
  readonly page: PageRow;
  readonly monitors: readonly PageMonitorRow[];
  readonly subscriberCount: number;
}

export const presentPage = (
  { page, monitors, subscriberCount }: PageFacts,
  baseUrl: string,
): Static<typeof StatusPage> => ({
  id: page.id,
  site_id: page.siteId,
  group_id: page.groupId,
  title: page.title,
  description: page.description,
  slug: page.slug,
  url: `${baseUrl}/status/${page.slug}`,
  enabled: page.isEnabled,
  noindex: page.isNoindex,
  shows_impact: page.showsImpact,
  monitors: monitors.map(({ monitorId, name, showsHost }) => ({
    monitor_id: monitorId,
    name,
    shows_host: showsHost,
  })),
  subscriber_count: subscriberCount,
  created_at: page.createdAt.toISOString(),
  updated_at: page.updatedAt.toISOString(),
});
