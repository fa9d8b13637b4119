import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { Site } from '../../core/site.ts';
import type { Span } from '../../core/span.ts';
import { Pagination, pageQuery } from '../../http/paging.ts';
import { Day, Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { FINDING_TYPES } from './detect/figures.ts';
import { Sentences } from './sentence-schema.ts';
import type { Schedule } from './service.ts';
import type { Snapshot } from './snapshot.ts';
import type { InsightRow } from './store.ts';
import { formatFullDay } from './texts/format.ts';

const Payload = Type.Unsafe<Record<string, unknown>>(
  Type.Object(
    {
      direction: oneOf(['up', 'down']),
      absolute_change: Type.Integer(),
      change_percentage: nullable(Type.Number(), { description: 'null where there was nothing before' }),
      compared_with: oneOf(['previous_7_days', 'usual']),
    },
    {
      additionalProperties: true,
      description:
        'the figures it rests on: `current_hits` and `previous_hits` (of `referrer_surge`: `current_visitors` and `previous_visitors`, where hits have visitors; of `crawler_surge`: `current_visits` and `previous_visits`; of `goal_fall`: `current_conversions` and `previous_conversions`), and by type `goal` (its name), `goal_id`, `path`, `referrer`, `country`, `device`, `provider`, `title`, `peak_started_at` (start of the day on which it had most), `granularity` (`day`, `hour`), `returned_to_usual` (true where the week before was the exception), `is_ongoing` (whether the last day was still beyond what is usual for it), `current_share`, `previous_share` and `share_change` (percent)',
    },
  ),
);

const SignalSnapshot = model('DetectedSignal', {
  type: oneOf(FINDING_TYPES),
  headline: Type.String(),
  summary: Type.String(),
  importance_score: Type.Integer({ minimum: 0, maximum: 100 }),
  detected_at: Timestamp,
  window: Type.Object({ started_at: Timestamp, ended_at: Timestamp }),
  payload_excerpt: Payload,
});

/** Wire form of the owner's signals. */
export interface ContextSignalWire<Row> {
  readonly schema: TSchema;
  readonly present: (signal: Row) => unknown;
}

export const ListInsights = Type.Object({
  ...pageQuery({ maximum: 50 }),
  start_date: Type.Optional({ ...Day, description: 'first day of `insights_for_date`, YYYY-MM-DD' }),
  end_date: Type.Optional({ ...Day, description: 'last day of `insights_for_date`, included' }),
  include_sentences: Type.Optional(
    Type.Boolean({ description: 'adds `sentences`: what the four texts say, for texts in other languages' }),
  ),
});

const SiteReference = Type.Object({
  id: Id,
  uid: Type.String(),
  url: Type.String(),
  label: Type.String(),
  insights_enabled: Type.Boolean(),
  daily_insight_reports_active: Type.Boolean({
    description: 'insights are on, and the last 7 days have the 10 hits that one takes',
  }),
  next_insight_job_scheduled_at: nullable(Timestamp, {
    description:
      'the next 01:00 in the time zone of the account, or a few minutes from now where the last one was missed; null while insights are off',
  }),
});

export const insightList = ({ schema }: { readonly schema: TSchema }) => {
  const Insight = model('Insight', {
    id: Id,
    insights_for_date: Day,
    formatted_insights_date: Type.String({ description: 'such as `Monday, 9 March 2026`' }),
    generated_at: Timestamp,
    summary: Type.String(),
    signals: Type.Array(SignalSnapshot, { description: 'the most important first' }),
    traffic_patterns: Type.String(),
    best_content: Type.String(),
    recommendations: Type.String(),
    sentences: Type.Optional(
      nullable(Sentences, {
        description:
          'only with `include_sentences`: the kind of each sentence and the facts that it is made of; null for insights from before they were kept. A text that a model rephrased has other sentences about the same facts',
      }),
    ),
    context_signals_count: Type.Integer({ minimum: 0 }),
    context_signals: Type.Array(schema, {
      description:
        'what the owner noted of the 7 days and the day before and after them, newest first; 50 at most',
    }),
  });
  return Type.Object({ insights: Type.Array(Insight), pagination: Pagination, site: SiteReference });
};

/** Presents an insight as webhooks do. Source: decisions, section 4, Webhooks. */
export const presentTexts = (insight: InsightRow) => ({
  id: insight.id,
  summary: insight.summary,
  traffic_patterns: insight.trafficPatterns,
  best_content: insight.bestContent,
  recommendations: insight.recommendations,
  insights_for_date: insight.forDate,
  formatted_insights_date: formatFullDay(insight.forDate),
  generated_at: insight.generatedAt.toISOString(),
});

/** The newest signals of the owner around an insight, and the number of all. */
export interface ContextSignals {
  readonly newest: readonly unknown[];
  readonly count: number;
}

export const presentInsight = (
  insight: InsightRow,
  { newest, count }: ContextSignals,
  { include_sentences = false }: Static<typeof ListInsights>,
) => ({
  ...presentTexts(insight),
  ...(include_sentences ? { sentences: parseSentences(insight) } : {}),
  signals: JSON.parse(insight.signals) as Snapshot[],
  context_signals_count: count,
  context_signals: newest,
});

const parseSentences = ({ sentences }: InsightRow): Sentences | null =>
  sentences === null ? null : JSON.parse(sentences);

export const presentSite = (
  { id, uid, url, label, insightsEnabled }: Site,
  { isActive, nextAt }: Schedule,
): Static<typeof SiteReference> => ({
  id,
  uid,
  url,
  label,
  insights_enabled: insightsEnabled,
  daily_insight_reports_active: isActive,
  next_insight_job_scheduled_at: nextAt?.toISOString() ?? null,
});

/** Returns the window of an insight. */
export const windowSpan = ({ windowStart, windowEnd }: InsightRow): Span => ({
  start: windowStart,
  end: windowEnd,
});
