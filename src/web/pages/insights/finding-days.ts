/** The days around a finding: its small chart, and the chart of the site's page. */
import type { Day } from '../../../core/span.ts';
import { addDays, toDay } from '../../../lib/time.ts';
import { useApi } from '../../app/query-client.ts';
import { METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import type { SeriesRow } from '../../charts/series.ts';
import { DEFAULT_VIEW, type Filter, formatView, type Metric } from '../../view.ts';
import type { FoldedFinding } from './fold.ts';
import { dayOfFinding } from './headline.ts';

const DAYS_BEFORE = 20;
const DAYS_AFTER = 7;

/** The filter of the site's page that shows the subject of a finding, by the name of the subject. */
const FILTERS = {
  path: 'path',
  referrer: 'referrer_host',
  country: 'country',
  device: 'device',
} as const satisfies Readonly<Record<string, Filter['name']>>;

export interface FindingDays {
  /** All days that are drawn: whole ones, so not today. */
  readonly from: Day;
  readonly to: Day;
  /** The days that the finding is about. */
  readonly first: Day;
  readonly last: Day;
}

export function toFindingDays(
  { detected, last: lastReported }: FoldedFinding,
  { today, timeZone }: { readonly today: Day; readonly timeZone: string },
): FindingDays {
  const last = toDay(dayOfFinding(detected), timeZone);
  const hasPeak = detected.payload_excerpt?.['peak_started_at'] !== undefined;
  const first = hasPeak ? last : toDay(new Date(detected.window.started_at), timeZone);
  const after = addDays(last, DAYS_AFTER) > lastReported ? addDays(last, DAYS_AFTER) : lastReported;
  const yesterday = addDays(today, -1);
  return { from: addDays(last, -DAYS_BEFORE), to: after < yesterday ? after : yesterday, first, last };
}

/** Returns the id of the goal that a finding is about. */
const toGoal = ({ detected }: FoldedFinding): number | null => {
  const id = detected.payload_excerpt?.['goal_id'];
  return typeof id === 'number' ? id : null;
};

function toSubject({ detected: { type, payload_excerpt: excerpt } }: FoldedFinding) {
  const metric: Metric = type === 'crawler_surge' ? 'agent_visits' : 'hits';
  const filters = Object.entries(FILTERS).flatMap(([key, name]): Filter[] => {
    const value = excerpt?.[key];
    return typeof value === 'string' ? [{ name, value, isExcluded: false }] : [];
  });
  return { metric, filters };
}

/** Returns the address of the site's page with the days and the subject of a finding. */
export function toChartHref(siteId: number, finding: FoldedFinding, { from, to }: FindingDays): string {
  const view = {
    ...DEFAULT_VIEW,
    ...toSubject(finding),
    ...({ goal: toGoal(finding), period: 'custom', from, to } as const),
  };
  return `/sites/${siteId}${formatView(view)}`;
}

/** Queries what a finding is about, day by day; undefined until it is known. */
export function useFindingSeries(
  siteId: number,
  finding: FoldedFinding,
  { from, to, isEnabled }: FindingDays & { readonly isEnabled: boolean },
): readonly number[] | undefined {
  const { metric, filters } = toSubject(finding);
  const { endpoint, listField, countField } = METRIC_DEFINITIONS[metric];
  const provider = finding.detected.payload_excerpt?.['provider'];
  const goal = toGoal(finding);
  const { data } = useApi<Readonly<Record<string, readonly SeriesRow[]>>>(
    `/sites/${siteId}/${endpoint}`,
    {
      start_date: from,
      end_date: to,
      time_zone: 'site',
      group_by: 'date',
      interval: 'day',
      ...Object.fromEntries(filters.map(({ name, value }) => [name, value])),
      ...(typeof provider === 'string' ? { provider } : {}),
      ...(goal === null ? {} : { goal }),
    },
    { isEnabled },
  );
  return data?.[listField]?.map(row => Number(row[goal === null ? countField : 'conversions'] ?? 0));
}
