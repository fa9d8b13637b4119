/** Writes two or three recommendations, each tied to a fact. */
import type { Finding, FindingType } from '../detect/figures.ts';
import { formatCountry, formatDay, formatDevices } from './format.ts';
import {
  dayOfFinding,
  formatHost,
  formatPath,
  type InsightData,
  signalsNear,
  topRows,
} from './insight-data.ts';
import { busiestHours } from './patterns.ts';
import { pickVariant } from './pick-variant.ts';

const MAX_RECOMMENDATIONS = 3;
const MIN_RECOMMENDATIONS = 2;
const MIN_HITS = 3;

type WriteAdvice = (data: InsightData, finding: Finding) => string;

const ADVICE: Readonly<Record<FindingType, WriteAdvice>> = {
  traffic_change: (data, { direction, isReturn }) =>
    isReturn
      ? 'Compare with a longer period: the week before was the exception.'
      : direction === 'up'
        ? pickVariant(data, 'advice up', [
            'See which pages and sources grew, and do more of what worked.',
            'See which sources sent the additional visitors, and build on them.',
          ])
        : pickVariant(data, 'advice down', [
            'Check that the tracking code is still on every page, then see which sources lost the most.',
            'See which pages and sources lost the most: a change on your site or a removed link may be behind it.',
          ]),
  traffic_spike: (data, finding) =>
    `Check the referrers of ${formatDay(dayOfFinding(data, finding))} to see where the visitors came from.`,
  page_breakout: (data, { subject }) => {
    const path = formatPath(subject ?? '');
    return pickVariant(data, `advice ${path}`, [
      `Link from ${path} to related pages while it gets attention.`,
      `Make sure ${path} is up to date and suggests what to read next.`,
    ]);
  },
  referrer_surge: (data, { subject }) => {
    const host = formatHost(subject ?? '');
    return pickVariant(data, `advice ${host}`, [
      `See what people say about you on ${host}, and join the conversation.`,
      `Find the page on ${host} that links to you, and make your landing page fit its readers.`,
    ]);
  },
  audience_shift: (_, { subject, of, direction }) =>
    of === 'device'
      ? direction === 'up' && subject === 'mobile'
        ? 'Check your top pages on a phone.'
        : `Check your top pages on ${formatDevices(subject ?? '')} as well.`
      : `Consider language and publishing times that suit readers from ${formatCountry(subject ?? '')}.`,
  crawler_surge: (_, { subject }) =>
    `Decide whether to allow the crawlers of ${formatHost(subject ?? '')}, and block them in robots.txt if not.`,
  downtime_effect: () => 'Look into the cause of the downtime: it may have cost you visitors.',
  signal_effect: (_, { direction }) =>
    direction === 'up'
      ? 'Compare it with your next annotation to see whether it’s worth repeating.'
      : 'Check whether it changed how pages load or are tracked.',
};

/** Writes two or three sentences. */
export function writeRecommendations(data: InsightData): string {
  // One of each type: the same advice about another page adds nothing.
  const byType = new Map(data.findings.toReversed().map(finding => [finding.type, finding]));
  const advice = data.findings
    .filter(finding => byType.get(finding.type) === finding)
    .map(finding => ADVICE[finding.type](data, finding))
    .slice(0, MAX_RECOMMENDATIONS - 1);
  const [first] = data.findings;
  if (first && first.type !== 'downtime_effect' && signalsNear(data, first.span).length === 0)
    advice.push('If you know the cause, add an annotation to see it on the chart.');
  for (const further of listGeneral(data)) {
    if (advice.length >= MIN_RECOMMENDATIONS) break;
    advice.push(further);
  }
  return advice.slice(0, MAX_RECOMMENDATIONS).join(' ');
}

/** Lists the recommendations for any week. */
function listGeneral(data: InsightData): string[] {
  const [page] = topRows(data, 'page', 1).filter(({ current }) => current >= MIN_HITS);
  const [referrer] = topRows(data, 'referrer', 1).filter(({ current }) => current >= MIN_HITS);
  const busiest = busiestHours(data);
  return [
    ...(busiest ? [`Publish before ${busiest.from} to reach visitors at the busiest time.`] : []),
    ...(page
      ? [
          pickVariant(data, 'ordinary page', [
            `Keep ${formatPath(page.key)} up to date: it’s one of your top pages.`,
            `Link from ${formatPath(page.key)} to pages that deserve more readers.`,
          ]),
        ]
      : []),
    ...(referrer ? [`Keep an eye on ${formatHost(referrer.key)}: it’s one of your top referrers.`] : []),
    'Annotate launches and newsletters to see their effect on the chart.',
  ];
}
