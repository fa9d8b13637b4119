import { type Static, type TInteger, Type } from '@sinclair/typebox';
import type { StoredHit } from '../../core/hit-store.ts';
import { PagePath, visitFields } from '../../http/ingestion.ts';
import { ExactFilter, listQuery, reportFrame } from '../../http/report-schema.ts';
import { Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { AGENT_CATEGORIES } from '../../ingest/ai-agent.ts';
import { joinUrl } from '../../lib/url.ts';
import type { AgentCategory } from '../../reference/ai-agents.ts';

export const AgentVisit = model('AgentVisit', {
  id: Id,
  agent_name: Type.String(),
  provider: Type.String({ description: '`unknown` where nobody says who runs it' }),
  category: oneOf(AGENT_CATEGORIES),
  url: Type.String(),
  path: Type.String(),
  country: Type.String({ description: 'two capitals; `XX` when unknown' }),
  referrer: nullable(Type.String()),
  source: nullable(Type.String()),
  created_at: Timestamp,
});

/** Documents what `ingest/accept.ts` checks. */
export const CreateAgentVisit = model(
  'CreateAgentVisit',
  { path: PagePath, ...visitFields },
  { path: '/pricing', user_agent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)' },
);

export const ListAgentVisits = Type.Object({
  path: ExactFilter,
  agent_name: ExactFilter,
  provider: ExactFilter,
  category: Type.Optional(oneOf(AGENT_CATEGORIES, { description: 'what the agent fetches for' })),
  ...listQuery,
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

export const AgentVisitList = Type.Object({
  agent_visits: Type.Array(AgentVisit),
  ...reportFrame({
    filters: ['path', 'agent_name', 'provider', 'category'],
    isGrouped: false,
    summary: Summary,
  }),
});

const categoryOf = (stored: string | null) => AGENT_CATEGORIES.find(name => name === stored) ?? 'ai_crawler';

/** A visit as the wire has it. Source: decisions, section 4. */
export const presentAgentVisit = (visit: StoredHit, siteUrl: string): Static<typeof AgentVisit> => ({
  id: visit.id,
  agent_name: visit.agentName ?? '',
  provider: visit.provider ?? 'unknown',
  category: categoryOf(visit.category),
  url: visit.url ?? joinUrl(siteUrl, visit.path ?? ''),
  path: visit.path ?? '',
  country: visit.country,
  referrer: visit.referrer,
  source: visit.source,
  created_at: visit.createdAt.toISOString(),
});
