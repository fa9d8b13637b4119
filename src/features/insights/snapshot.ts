/** Stored form of a finding. Source: api-v1, Insight, Auto-detected signal snapshot. */
import type { Finding } from './detect/figures.ts';
import { writeFinding } from './texts/findings.ts';
import { countsVisitors, type InsightData } from './texts/insight-data.ts';

/** In wire names, since it is answered as it is stored. */
export interface Snapshot {
  readonly type: string;
  readonly headline: string;
  readonly summary: string;
  /** From 0 to 100. */
  readonly importance_score: number;
  readonly detected_at: string;
  readonly window: { readonly started_at: string; readonly ended_at: string };
  readonly payload_excerpt: Readonly<Record<string, string | number | boolean | null>>;
}

/** Wire names of subjects. */
const SUBJECT_NAMES = {
  page: 'path',
  referrer: 'referrer',
  country: 'country',
  device: 'device',
  crawler: 'provider',
  goal: 'goal',
} as const;

export function toSnapshot(
  data: InsightData,
  finding: Finding,
  {
    detectedAt,
    peak,
  }: {
    readonly detectedAt: Date;
    /** Start of the day on which its subject had most. */
    readonly peak?: Date | undefined;
  },
): Snapshot {
  const { span, type, importance } = finding;
  return {
    type,
    ...writeFinding(data, finding),
    importance_score: importance,
    detected_at: detectedAt.toISOString(),
    window: { started_at: span.start.toISOString(), ended_at: span.end.toISOString() },
    payload_excerpt: {
      ...toPayload(finding, toThings(data, finding)),
      ...(peak && { peak_started_at: peak.toISOString() }),
    },
  };
}

/** Returns what a finding counts, in the plural. */
const toThings = (data: InsightData, { type }: Finding): string => {
  if (type === 'referrer_surge') return countsVisitors(data) ? 'visitors' : 'hits';
  return { crawler_surge: 'visits', goal_fall: 'conversions' }[type as string] ?? 'hits';
};

const rounded = (value: number): number => Math.round(value * 10) / 10;

function toPayload(finding: Finding, things = 'hits'): Snapshot['payload_excerpt'] {
  const { type, direction, subject, of, current, previous, shares, isReturn, isOngoing } = finding;
  const isUsual = of === 'day' || of === 'hour' || type === 'downtime_effect' || type === 'signal_effect';
  return {
    direction,
    ...(subject === null ? {} : { [subjectName(finding)]: subject }),
    ...(finding.goalId === undefined ? {} : { goal_id: finding.goalId }),
    ...(of === 'day' || of === 'hour' ? { granularity: of } : {}),
    [`current_${things}`]: current,
    [`previous_${things}`]: previous,
    absolute_change: current - previous,
    change_percentage: previous === 0 ? null : rounded(((current - previous) / previous) * 100),
    compared_with: isUsual ? 'usual' : 'previous_7_days',
    ...(isReturn ? { returned_to_usual: true } : {}),
    ...(isOngoing === undefined ? {} : { is_ongoing: isOngoing }),
    ...(shares && {
      current_share: shares.current,
      previous_share: shares.previous,
      share_change: rounded(shares.current - shares.previous),
    }),
  };
}

const subjectName = ({ of }: Finding): string =>
  of === null || of === 'day' || of === 'hour' ? 'title' : SUBJECT_NAMES[of];

/** Returns the identity of a finding, whenever it was found. */
const findingKey = (type: string, payload: Snapshot['payload_excerpt']): string => {
  const { direction, path, referrer, country, device, provider, goal_id: goalId } = payload;
  return JSON.stringify([type, direction, path, referrer, country, device, provider, goalId]);
};

/** Factor on the importance of findings that were reported in the days before. */
const REPEATED_WEIGHT = 0.7;

/** Drops single days and hours that were already reported; other findings are repeated with less importance. */
export function newFindings(findings: readonly Finding[], reported: readonly Snapshot[]): Finding[] {
  const keys = new Set(reported.map(({ type, payload_excerpt }) => findingKey(type, payload_excerpt)));
  const starts = new Set(reported.map(({ type, window }) => `${type} ${window.started_at}`));
  const news = findings.flatMap((finding): Finding[] => {
    const payload = toPayload(finding);
    if (payload['compared_with'] === 'usual')
      return starts.has(`${finding.type} ${finding.span.start.toISOString()}`) ? [] : [finding];
    return keys.has(findingKey(finding.type, payload))
      ? [{ ...finding, importance: Math.round(finding.importance * REPEATED_WEIGHT) }]
      : [finding];
  });
  return news.toSorted((a, b) => b.importance - a.importance);
}
