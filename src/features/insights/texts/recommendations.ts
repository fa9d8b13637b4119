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
      ? 'Compare with a longer period before drawing conclusions: the week before was the exception.'
      : direction === 'up'
        ? pickVariant(data, 'advice up', [
            'See which pages and sources grew, and do more of what worked there.',
            'Look at the sources of the new hits while they are fresh: what brought them once may do so again.',
          ])
        : pickVariant(data, 'advice down', [
            'Check that the counting script is still on every page, then see which sources lost the most.',
            'See which pages and sources lost the most; a change of the site or of a link on another site may show there.',
          ]),
  traffic_spike: (data, finding) =>
    `Look at the referrers of ${formatDay(dayOfFinding(data, finding))} to see where the hits came from.`,
  page_breakout: (data, { subject }) => {
    const path = formatPath(subject ?? '');
    return pickVariant(data, `advice ${path}`, [
      `Add links from ${path} to related pages while it is being read.`,
      `See that ${path} is up to date and says what to read next.`,
    ]);
  },
  referrer_surge: (data, { subject }) => {
    const host = formatHost(subject ?? '');
    return pickVariant(data, `advice ${host}`, [
      `See what is said about you on ${host}, and answer there if it fits.`,
      `Find the page on ${host} that links to you, and meet its readers on the page they land on.`,
    ]);
  },
  audience_shift: (_, { subject, of, direction }) =>
    of === 'device'
      ? direction === 'up' && subject === 'mobile'
        ? 'Try the most read pages on a phone.'
        : `Try the most read pages on ${formatDevices(subject ?? '')} as well.`
      : `Keep in mind that readers from ${formatCountry(subject ?? '')} make up a different share than before: times and words that suit them may change.`,
  crawler_surge: (_, { subject }) =>
    `Decide whether the crawlers of ${formatHost(subject ?? '')} are welcome; robots.txt is where to say so.`,
  downtime_effect: () => 'Look into the cause of the downtime: it may have cost you readers.',
  signal_effect: (_, { direction }) =>
    direction === 'up'
      ? 'Compare it with what you note down next, to see whether it is worth repeating.'
      : 'Check whether it changed how pages load or how they are counted.',
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
    advice.push(
      'If you know what lay behind it, note it down as a signal: it will stand beside the numbers.',
    );
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
    ...(busiest
      ? [`Publish before ${busiest.from}, so that new pages are there for the busiest hours.`]
      : []),
    ...(page
      ? [
          pickVariant(data, 'ordinary page', [
            `Keep ${formatPath(page.key)} up to date: no page is read more.`,
            `Use ${formatPath(page.key)} to point to pages that deserve more readers.`,
          ]),
        ]
      : []),
    ...(referrer ? [`Keep an eye on ${formatHost(referrer.key)}: no other site sent more hits.`] : []),
    'Note down what you publish and send as signals, so that later changes can be explained.',
  ];
}
