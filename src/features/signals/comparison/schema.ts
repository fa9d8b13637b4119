import { type Static, Type } from '@sinclair/typebox';
import { Id, model, nullable, Timestamp } from '../../../http/schema.ts';
import { average } from '../../../reports/visits.ts';
import { presentSignal, Signal } from '../schema.ts';
import type { SignalRow } from '../store.ts';
import type { SignalComparison, Watched } from './service.ts';

export const DEFAULT_DAYS = 7;

export const CompareSignal = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 28,
      description: `days after the signal, as far as they have passed; ${DEFAULT_DAYS} when left out`,
    }),
  ),
});

const Count = Type.Integer({ minimum: 0 });
const Span = Type.Object({ start: Timestamp, end: Timestamp });
const Figures = Type.Object({ hits: Count, unique_hits: Count, unique_visitors: Count });
const Page = Type.Object({ path: Type.String(), before: Count, after: Count });
const Conversions = Type.Object({
  conversions: Count,
  visitors: Count,
  conversion_rate: nullable(Type.Number(), {
    description: 'share of all visitors, in percent with one decimal; null where there are none',
  }),
});
const Availability = Type.Object({
  uptime: nullable(Type.Number(), { description: 'percent; null when it was not monitored' }),
  response_ms: nullable(Count, { description: 'average of the answers; null without one' }),
  downtimes: Type.Array(
    Type.Object({ id: Id, error: Type.String(), started_at: Timestamp, ended_at: nullable(Timestamp) }),
  ),
});
const change = <Value extends typeof Figures | typeof Conversions | typeof Availability | typeof Span>(
  value: Value,
) => ({
  before: value,
  after: value,
});

const Comparison = model('SignalComparison', {
  signal: Signal,
  spans: Type.Object(change(Span), {
    description: 'before: the same hours, as many weeks earlier as the days take',
  }),
  hits: Type.Object(change(Figures)),
  fallen_pages: Type.Array(Page, {
    description:
      'hits of pages that fell more than the site and than chance explains, the largest loss first',
  }),
  not_found: Type.Array(Page, {
    description: 'missing addresses that more visits asked for than before, where the script captures them',
  }),
  new_issues: Type.Array(
    Type.Object({
      id: Id,
      url: Type.String(),
      issue_type: Type.String(),
      status_code: nullable(Type.Integer()),
      error_message: nullable(Type.String()),
      found_at: Timestamp,
    }),
    { description: 'broken links and mixed content that crawls have found since, and that are not resolved' },
  ),
  monitoring: nullable(Type.Object(change(Availability)), {
    description: 'null while uptime monitoring is off',
  }),
  goals: Type.Array(
    Type.Object({ goal: Type.Object({ id: Id, name: Type.String() }), ...change(Conversions) }),
  ),
});
export const ComparisonAnswer = Type.Object({
  comparison: Comparison,
  filters: Type.Object({ days: Type.Integer() }),
});

const presentSpan = ({ start, end }: { readonly start: Date; readonly end: Date }) => ({
  start: start.toISOString(),
  end: end.toISOString(),
});

const presentWatched = ({ uptime, responseMs, downtimes }: Watched): Static<typeof Availability> => ({
  uptime,
  response_ms: responseMs,
  downtimes: downtimes.map(({ id, error, startedAt, endedAt }) => ({
    id,
    error,
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  })),
});

const presentTotals = ({ hits, uniqueHits, visitors }: SignalComparison['totals']['before']) => ({
  hits,
  unique_hits: uniqueHits,
  unique_visitors: visitors,
});

export function presentComparison(signal: SignalRow, found: SignalComparison): Static<typeof Comparison> {
  const { before, after, totals, watched, visitors } = found;
  const presentGoal = (side: 'before' | 'after', goal: SignalComparison['goals'][number]) => {
    const { conversions, visitors: reached } = goal[side];
    return { conversions, visitors: reached, conversion_rate: average(reached * 100, visitors[side], 1) };
  };
  return {
    signal: presentSignal(signal),
    spans: { before: presentSpan(before), after: presentSpan(after) },
    hits: { before: presentTotals(totals.before), after: presentTotals(totals.after) },
    fallen_pages: [...found.fallenPages],
    not_found: [...found.notFound],
    new_issues: found.issues.map(({ id, url, issueType, statusCode, errorMessage, createdAt }) => ({
      id,
      url,
      issue_type: issueType,
      status_code: statusCode,
      error_message: errorMessage,
      found_at: createdAt.toISOString(),
    })),
    monitoring: watched && { before: presentWatched(watched.before), after: presentWatched(watched.after) },
    goals: found.goals.map(goal => ({
      goal: { id: goal.goal.id, name: goal.goal.name },
      before: presentGoal('before', goal),
      after: presentGoal('after', goal),
    })),
  };
}
