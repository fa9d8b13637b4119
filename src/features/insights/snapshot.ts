/** A finding as it is kept and shown. Source: api-v1, Insight, Auto-detected signal snapshot. */
import type { Finding } from './detect/figures.ts';
import { writeFinding } from './texts/findings.ts';
import type { Story } from './texts/story.ts';

/** In wire words, since it is kept as it is shown. */
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

/** The name of what a finding is about. */
const SUBJECT_NAMES = {
  page: 'path',
  referrer: 'referrer',
  country: 'country',
  device: 'device',
  crawler: 'provider',
} as const;

export function snapshotOf(story: Story, finding: Finding, detectedAt: Date): Snapshot {
  const { span, type, importance } = finding;
  return {
    type,
    ...writeFinding(story, finding),
    importance_score: importance,
    detected_at: detectedAt.toISOString(),
    window: { started_at: span.start.toISOString(), ended_at: span.end.toISOString() },
    payload_excerpt: payloadOf(finding),
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

function payloadOf(finding: Finding): Snapshot['payload_excerpt'] {
  const { type, direction, subject, of, current, previous, shares } = finding;
  const things = type === 'crawler_surge' ? 'visits' : 'hits';
  const isUsual = of === 'day' || of === 'hour' || type === 'downtime_effect' || type === 'signal_effect';
  return {
    direction,
    ...(subject === null ? {} : { [subjectName(finding)]: subject }),
    ...(of === 'day' || of === 'hour' ? { granularity: of } : {}),
    [`current_${things}`]: current,
    [`previous_${things}`]: previous,
    absolute_change: current - previous,
    change_percentage: previous === 0 ? null : rounded(((current - previous) / previous) * 100),
    compared_with: isUsual ? 'usual' : 'previous_7_days',
    ...(shares && {
      current_share: shares.current,
      previous_share: shares.previous,
      share_change: rounded(shares.current - shares.previous),
    }),
  };
}

const subjectName = ({ of }: Finding): string =>
  of === null || of === 'day' || of === 'hour' ? 'title' : SUBJECT_NAMES[of];

/** What tells a finding from others of a site, whenever it was found. */
const nameOf = (type: string, payload: Snapshot['payload_excerpt']): string => {
  const { direction, path, referrer, country, device, provider } = payload;
  return JSON.stringify([type, direction, path, referrer, country, device, provider]);
};

/** How much less matters what has been told in the days before. */
const TOLD_WEIGHT = 0.7;

/** Findings without those single days and hours that have been told already; what goes on is told again, and matters less. */
export function newsOf(findings: readonly Finding[], told: readonly Snapshot[]): Finding[] {
  const names = new Set(told.map(({ type, payload_excerpt }) => nameOf(type, payload_excerpt)));
  const starts = new Set(told.map(({ type, window }) => `${type} ${window.started_at}`));
  const news = findings.flatMap((finding): Finding[] => {
    const payload = payloadOf(finding);
    if (payload['compared_with'] === 'usual')
      return starts.has(`${finding.type} ${finding.span.start.toISOString()}`) ? [] : [finding];
    return names.has(nameOf(finding.type, payload))
      ? [{ ...finding, importance: Math.round(finding.importance * TOLD_WEIGHT) }]
      : [finding];
  });
  return news.toSorted((a, b) => b.importance - a.importance);
}
