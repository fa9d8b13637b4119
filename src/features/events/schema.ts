import { type Static, Type } from '@sinclair/typebox';
import { parseProperties } from '../../core/hits/properties.ts';
import { presentRevenue } from '../../core/hits/revenue.ts';
import type { StoredHit } from '../../core/hits/row.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import { Id, model, nullable, Timestamp } from '../../http/schema.ts';
import {
  batchSchema,
  hashFields,
  PagePath,
  PropertiesField,
  propertiesField,
  Revenue,
  visitFields,
} from '../../ingest/endpoint-schema.ts';
import { joinUrl } from '../../lib/url.ts';
import { columnFields } from '../../reports/column-fields.ts';
import { conversionCounts, goalQuery } from '../../reports/goals.ts';
import { EVENT_FILTERS, EVENT_GROUPINGS, EVENT_VISIT_FILTERS } from '../../reports/hit-filters.ts';
import { RevenueSums } from '../../reports/revenue.ts';
import { countRow, dateRow, reportFields, reportParams } from '../../reports/schema.ts';
import { visitorCounts, visitParams, visitsField } from '../../reports/visits.ts';

const ofPage = { description: 'null for an event without a page' };
const ownFields = {
  id: Id,
  event: Type.String({ description: '`category.action`' }),
  value: nullable(Type.String()),
  url: nullable(Type.String(), ofPage),
  path: nullable(Type.String(), ofPage),
  referrer: nullable(Type.String()),
  country: Type.String({ description: 'two capitals; `XX` when unknown' }),
};
const stored = columnFields('event', ownFields);
const eventFields = {
  ...ownFields,
  ...stored.fields,
  properties: PropertiesField,
  revenue: nullable(Revenue, { description: 'what the event brought in; null for nothing' }),
  created_at: Timestamp,
};

export const Event = model('Event', eventFields);
export const EVENT_COLUMNS = Object.keys(eventFields);
export const CreatedEvent = model('CreatedEvent', { ...eventFields, ...hashFields });

/** Documents what `ingest/parse-write.ts` checks. */
export const CreateEvent = model(
  'CreateEvent',
  {
    event: Type.String({
      minLength: 3,
      maxLength: MAX_LENGTH.event,
      description: '`category.action`: two or more segments with a dot between them',
    }),
    value: Type.Optional(nullable(Type.String({ maxLength: MAX_LENGTH.value }))),
    path: Type.Optional(nullable(PagePath)),
    ...visitFields,
    ...propertiesField,
    revenue: Type.Optional(nullable(Revenue, { description: 'what it brought in; sums are per currency' })),
  },
  { event: 'signup.completed', value: 'pro', path: '/pricing', visitor_id: 'customer-7' },
  {
    event: 'order.paid',
    properties: { plan: 'pro', seats: 5 },
    revenue: { amount: 49.5, currency: 'EUR' },
  },
);

export const CreateEvents = batchSchema(CreateEvent, [
  { event: 'signup.started' },
  { event: 'video.play.finished', value: '42', path: '/tour' },
]);

export const ListEvents = Type.Object({
  ...reportParams({
    filters: { ...EVENT_FILTERS, ...EVENT_VISIT_FILTERS },
    groupings: EVENT_GROUPINGS,
    defaultGrouping: 'event',
    rows: 'events',
  }),
  ...visitParams,
  ...goalQuery,
});

const Summary = model('EventsSummary', {
  total_events: Type.Integer(),
  unique_visitors: Type.Integer(),
  distinct_events: Type.Integer(),
  revenue: Type.Optional(RevenueSums),
  ...visitsField,
  ...conversionCounts,
});

const visitCounts = { ...visitorCounts, ...conversionCounts };
const GroupRows = Type.Array(
  Type.Union([
    dateRow('event_count', visitCounts),
    countRow('event_count', { ...visitCounts, revenue: Type.Optional(RevenueSums) }),
  ]),
);
const frame = reportFields({
  filters: EVENT_FILTERS,
  visitFilters: EVENT_VISIT_FILTERS,
  summary: Summary,
  groupsName: 'grouped_events',
  groups: GroupRows,
});
export const EventList = Type.Union([
  Type.Object({ events: Type.Array(Event), ...frame }),
  Type.Object({
    grouped_events: GroupRows,
    ...frame,
  }),
]);

const presentRevenueOf = ({ revenueAmount: amount, revenueCurrency: currency }: StoredHit) =>
  amount === null || currency === null ? null : presentRevenue({ amount, currency });

export const presentEvent = (event: StoredHit, siteUrl: string): Static<typeof Event> => ({
  id: event.id,
  event: event.event ?? '',
  value: event.value,
  url: event.url ?? (event.path === null ? null : joinUrl(siteUrl, event.path)),
  path: event.path,
  referrer: event.referrer,
  country: event.country,
  ...stored.present(event),
  properties: parseProperties(event.properties),
  revenue: presentRevenueOf(event),
  created_at: event.createdAt.toISOString(),
});
