/** Two or three things worth doing, each tied to a fact. */
import type { Finding, FindingType } from '../detect/figures.ts';
import { choose } from './choose.ts';
import { busiestHours } from './patterns.ts';
import { dayOfFinding, pathInWords, type Story, signalsNear, topOf } from './story.ts';
import { countryInWords, dayInWords, devicesInWords, shown } from './words.ts';

const MOST = 3;
const LEAST = 2;
const MAX_HOST = 80;
const LEAST_HITS = 3;

type Advice = (story: Story, finding: Finding) => string;

const ADVICE: Readonly<Record<FindingType, Advice>> = {
  traffic_change: (story, { direction, isReturn }) =>
    isReturn
      ? 'Compare with a longer period before drawing conclusions: the week before was the exception.'
      : direction === 'up'
        ? choose(story, 'advice up', [
            'See which pages and sources grew, and do more of what worked there.',
            'Look at the sources of the new hits while they are fresh: what brought them once may do so again.',
          ])
        : choose(story, 'advice down', [
            'Check that the counting script is still on every page, then see which sources lost the most.',
            'See which pages and sources lost the most; a change of the site or of a link elsewhere may show there.',
          ]),
  traffic_spike: (story, finding) =>
    `Look at the referrers of ${dayInWords(dayOfFinding(story, finding))} to see where the hits came from.`,
  page_breakout: (story, { subject }) => {
    const path = pathInWords(subject ?? '');
    return choose(story, `advice ${path}`, [
      `Add links from ${path} to related pages while it is being read.`,
      `See that ${path} is up to date and says what to read next.`,
    ]);
  },
  referrer_surge: (story, { subject }) => {
    const host = shown(subject ?? '', MAX_HOST);
    return choose(story, `advice ${host}`, [
      `See what is said about you on ${host}, and answer there if it fits.`,
      `Find the page on ${host} that links to you, and meet its readers on the page they land on.`,
    ]);
  },
  audience_shift: (_, { subject, of, direction }) =>
    of === 'device'
      ? direction === 'up' && subject === 'mobile'
        ? 'Try the most read pages on a phone.'
        : `Try the most read pages on ${devicesInWords(subject ?? '')} as well.`
      : `Keep in mind that readers from ${countryInWords(subject ?? '')} make up a different share than before: times and words that suit them may change.`,
  crawler_surge: (_, { subject }) =>
    `Decide whether the crawlers of ${shown(subject ?? '', MAX_HOST)} are welcome; robots.txt is where to tell them.`,
  downtime_effect: () => 'Look into the cause of the downtime: it may have cost you readers.',
  signal_effect: (_, { direction }) =>
    direction === 'up'
      ? 'Compare it with what you note down next, to see whether it is worth repeating.'
      : 'Check whether it changed how pages load or how they are counted.',
};

/** Two or three sentences. */
export function writeRecommendations(story: Story): string {
  // One of each type: the same advice about another page is no further advice.
  const byType = new Map(story.findings.toReversed().map(finding => [finding.type, finding]));
  const advice = story.findings
    .filter(finding => byType.get(finding.type) === finding)
    .map(finding => ADVICE[finding.type](story, finding))
    .slice(0, MOST - 1);
  const [first] = story.findings;
  if (first && first.type !== 'downtime_effect' && signalsNear(story, first.span).length === 0)
    advice.push(
      'If you know what lay behind it, note it down as a signal: it will stand beside the numbers.',
    );
  for (const further of ordinary(story)) {
    if (advice.length >= LEAST) break;
    advice.push(further);
  }
  return advice.slice(0, MOST).join(' ');
}

/** What is worth doing in any week. */
function ordinary(story: Story): string[] {
  const [page] = topOf(story, 'page', 1).filter(({ current }) => current >= LEAST_HITS);
  const [referrer] = topOf(story, 'referrer', 1).filter(({ current }) => current >= LEAST_HITS);
  const busiest = busiestHours(story);
  return [
    ...(busiest
      ? [`Publish before ${busiest.from}, so that new pages are there for the busiest hours.`]
      : []),
    ...(page
      ? [
          choose(story, 'ordinary page', [
            `Keep ${pathInWords(page.key)} up to date: no page is read more.`,
            `Use ${pathInWords(page.key)} to point to pages that deserve more readers.`,
          ]),
        ]
      : []),
    ...(referrer ? [`Keep an eye on ${shown(referrer.key, MAX_HOST)}: no other site sent more hits.`] : []),
    'Note down what you publish and send as signals, so that later changes can be explained.',
  ];
}
