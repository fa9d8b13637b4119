import { type Static, type TInteger, Type } from '@sinclair/typebox';
import { AGENT_CATEGORIES, type AgentCategory } from '../../core/agent-categories.ts';
import type { StoredHit } from '../../core/hits/row.ts';
import { Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { PagePath, visitFields } from '../../ingest/endpoint-schema.ts';
import { joinUrl } from '../../lib/url.ts';
import { columnFields, columnFilters, filterGroupings } from '../../reports/column-fields.ts';
import { COUNTRY, exact, PATH } from '../../reports/filters.ts';
import { countRow, dateRow, reportFields, reportParams } from '../../reports/schema.ts';
import { rowAttributionQuery } from '../../reports/visits.ts';

const ownFields = {
  id: Id,
  agent_name: Type.String(),
  provider: Type.String({ description: '`unknown` where the operator is not known' }),
  category: oneOf(AGENT_CATEGORIES),
  url: Type.String(),
  path: Type.String(),
  country: Type.String({ description: 'two capitals; `XX` when unknown' }),
  referrer: nullable(Type.String()),
};
const stored = columnFields('agent_visit', ownFields);
const agentVisitFields = { ...ownFields, ...stored.fields, created_at: Timestamp };

export const AgentVisit = model('AgentVisit', agentVisitFields);
export const AGENT_VISIT_COLUMNS = Object.keys(agentVisitFields);

/** Documents what `ingest/parse-write.ts` checks. */
export const CreateAgentVisit = model(
  'CreateAgentVisit',
  { path: PagePath, ...visitFields },
  { path: '/pricing', user_agent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)' },
);

/** All but the country: api-v1, Endpoints, AI agent visits. */
export const AGENT_VISIT_FILTERS = columnFilters('agent_visit', {
  path: PATH,
  agent_name: exact(),
  provider: exact(),
  category: exact('what the agent fetches for', oneOf(AGENT_CATEGORIES)),
  country: COUNTRY,
});

export const ListAgentVisits = Type.Object({
  ...rowAttributionQuery,
  ...reportParams({
    filters: AGENT_VISIT_FILTERS,
    groupings: filterGroupings(
      ['agent_name', 'provider', 'category', 'path', 'country', 'date'],
      AGENT_VISIT_FILTERS,
    ),
    defaultGrouping: 'agent_name',
    rows: 'visits',
  }),
});

const Summary = model('AgentVisitsSummary', {
  total_visits: Type.Integer(),
  by_category: Type.Object({
    answer_fetch: Type.Integer(),
    search_index: Type.Integer(),
    training: Type.Integer(),
    ai_crawler: Type.Integer(),
  } satisfies Readonly<Record<AgentCategory, TInteger>>),
});

const GroupRows = Type.Array(Type.Union([dateRow('visit_count'), countRow('visit_count')]));
const frame = reportFields({
  filters: AGENT_VISIT_FILTERS,
  summary: Summary,
  groupsName: 'grouped_agent_visits',
  groups: GroupRows,
});
export const AgentVisitList = Type.Union([
  Type.Object({ agent_visits: Type.Array(AgentVisit), ...frame }),
  Type.Object({
    grouped_agent_visits: GroupRows,
    ...frame,
  }),
]);

const toCategory = (stored: string | null) => AGENT_CATEGORIES.find(name => name === stored) ?? 'ai_crawler';

/** Presents a visit. Source: decisions, section 4. */
export const presentAgentVisit = (visit: StoredHit, siteUrl: string): Static<typeof AgentVisit> => ({
  id: visit.id,
  agent_name: visit.agentName ?? '',
  provider: visit.provider ?? 'unknown',
  category: toCategory(visit.category),
  url: visit.url ?? joinUrl(siteUrl, visit.path ?? ''),
  path: visit.path ?? '',
  country: visit.country,
  referrer: visit.referrer,
  ...stored.present(visit),
  created_at: visit.createdAt.toISOString(),
});
