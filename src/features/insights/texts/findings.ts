/** Each finding in words: a headline, and a sentence or two with its figures. */
import { dayOf } from '../../../lib/time.ts';
import type { Finding, FindingType } from '../detect/figures.ts';
import { choose } from './choose.ts';
import { dayOfFinding, pathInWords, type Story, signalsNear, titleInWords } from './story.ts';
import {
  amount,
  capital,
  changeOf,
  counted,
  countryInWords,
  dateInWords,
  dayInWords,
  devicesInWords,
  figure,
  lengthInWords,
  listed,
  percent,
  shareInWords,
  shown,
  timeInWords,
} from './words.ts';

/** A finding as it is read. */
export interface FindingText {
  readonly headline: string;
  readonly summary: string;
}

/** Found together with what the owner noted of the days around it. */
export interface FindingParts extends FindingText {
  /** What is left of the summary where the site's hits of both weeks have just been told. */
  readonly remark: string;
  /** A sentence that names what may have to do with it; empty where nothing was noted. */
  readonly reason: string;
}

interface Writing {
  readonly story: Story;
  readonly finding: Finding;
  /** `42%`; null where there was nothing before. */
  readonly change: string | null;
}

type Write = (writing: Writing) => FindingText;

const MAX_HOST = 80;
const hostOf = ({ subject }: Finding): string => shown(subject ?? '', MAX_HOST);

/** A share in percent of what had so many hits. */
const shareOfWeek = (hits: number, share: number): string =>
  hits === 0 ? 'none' : shareInWords(share === 0 ? 0.1 : share, 100);

const changeRemark = (story: Story, { direction, isReturn }: Finding): string =>
  isReturn
    ? 'The weeks before those were much like the last one.'
    : choose(story, 'traffic_change', [
        `Most days, not just one, had ${direction === 'up' ? 'more' : 'fewer'} hits than a week before.`,
        `On most days there were ${direction === 'up' ? 'more' : 'fewer'} hits than a week before.`,
      ]);

/** What would have been usual, in a sentence that ends with the word. */
const usual = (count: number): string =>
  count === 0 ? 'hardly any would have been' : `about ${figure(count)} would have been`;

const WRITERS: Readonly<Record<FindingType, Write>> = {
  traffic_change: ({ story, finding, change }) => {
    const { direction, current, previous, isReturn } = finding;
    const verb = direction === 'up' ? 'rose' : 'fell';
    const counts = `${counted(current, 'hit')} in the last 7 days, ${amount(previous)} in the 7 days before`;
    return {
      headline: isReturn
        ? 'Traffic is back at its usual level'
        : change === null
          ? 'Traffic has picked up'
          : `Traffic ${verb} by ${change}`,
      summary: `There were ${counts}. ${changeRemark(story, finding)}`,
    };
  },
  traffic_spike: ({ story, finding }) => {
    const day = dayOfFinding(story, finding);
    if (finding.of === 'hour') {
      const time = timeInWords(finding.span.start, story.zone);
      return {
        headline: `A burst of hits on ${dayInWords(day)}`,
        summary: `In the hour from ${time} on ${dayInWords(day)} there were ${counted(finding.current, 'hit')}, where ${usual(finding.previous)} usual.`,
      };
    }
    return {
      headline: choose(story, `spike ${day}`, [
        `${dayInWords(day)} stood out`,
        `An unusually busy ${dayInWords(day)}`,
      ]),
      summary: `${dayInWords(day)} had ${counted(finding.current, 'hit')}, where ${usual(finding.previous)} usual.`,
    };
  },
  page_breakout: ({ story, finding: { subject, current, previous } }) => {
    const path = pathInWords(subject ?? '');
    return {
      headline: choose(story, `page ${path}`, [`${path} took off`, `Many more readers on ${path}`]),
      summary: `${path} had ${counted(current, 'hit')} in the last 7 days, after ${amount(previous)} in the 7 days before.`,
    };
  },
  referrer_surge: ({ finding }) => {
    const host = hostOf(finding);
    const isNew = finding.previous === 0;
    return {
      headline: isNew ? `${host} began to send visitors` : `Far more visits from ${host}`,
      summary: isNew
        ? `${counted(finding.current, 'hit')} came from ${host} in the last 7 days, and none in the 7 days before.`
        : `${counted(finding.current, 'hit')} came from ${host} in the last 7 days, after ${amount(finding.previous)} in the 7 days before.`,
    };
  },
  audience_shift: ({ finding }) => {
    const name =
      finding.of === 'device' ? devicesInWords(finding.subject ?? '') : countryInWords(finding.subject ?? '');
    const { shares } = finding;
    const now = shareOfWeek(finding.current, shares?.current ?? 0);
    const before = shareOfWeek(finding.previous, shares?.previous ?? 0);
    const where = finding.of === 'device' ? `on ${name}` : `from ${name}`;
    return {
      headline: `A ${finding.direction === 'up' ? 'larger' : 'smaller'} share of hits ${where}`,
      summary: `${capital(now)} of the hits of the last 7 days came ${where}, after ${before} in the 7 days before.`,
    };
  },
  crawler_surge: ({ finding }) => {
    const name = hostOf(finding);
    return {
      headline: `Crawlers of ${name} came far more often`,
      summary: `AI crawlers of ${name} made ${counted(finding.current, 'visit')} in the last 7 days, after ${amount(finding.previous)} in the 7 days before.`,
    };
  },
  downtime_effect: ({ story, finding: { span, current, previous }, finding }) => ({
    headline: `Fewer hits while the site was down on ${dayInWords(dayOfFinding(story, finding))}`,
    summary: `The site was down for ${lengthInWords(span.end.getTime() - span.start.getTime())}; in that time there were ${counted(current, 'hit')}, where ${usual(previous)} usual.`,
  }),
  signal_effect: ({ story, finding: { subject, direction, span, current, previous }, finding }) => {
    const title = titleInWords(subject ?? '');
    const length = lengthInWords(span.end.getTime() - span.start.getTime());
    return {
      headline: `${direction === 'up' ? 'More' : 'Fewer'} hits after ${title}`,
      summary: `In the ${length} after ${title} on ${dateInWords(dayOfFinding(story, finding))} there were ${counted(current, 'hit')}, where ${usual(previous)} usual.`,
    };
  },
};

/** What is known by itself, or not to be had from people's notes. */
const WITHOUT_REASON: ReadonlySet<FindingType> = new Set([
  'signal_effect',
  'downtime_effect',
  'crawler_surge',
]);

/** A finding in words, part by part. What the owner noted of the days around it is named as a possible reason, never as the reason. */
export function partsOfFinding(story: Story, finding: Finding): FindingParts {
  const change = changeOf(finding.current, finding.previous);
  const text = WRITERS[finding.type]({ story, finding, change: change === null ? null : percent(change) });
  const notes = WITHOUT_REASON.has(finding.type) ? [] : signalsNear(story, finding.span);
  const names = listed(
    notes.map(
      ({ title, occurredAt }) => `${titleInWords(title)} (${dateInWords(dayOf(occurredAt, story.zone))})`,
    ),
  );
  return {
    ...text,
    remark: finding.type === 'traffic_change' ? changeRemark(story, finding) : text.summary,
    reason:
      notes.length === 0
        ? ''
        : choose(story, `reason ${text.headline}`, [
            `${names} may have played a part.`,
            `A possible reason is ${names}.`,
            `It may have to do with ${names}.`,
          ]),
  };
}

/** A finding as it is read. */
export function writeFinding(story: Story, finding: Finding): FindingText {
  const { headline, summary, reason } = partsOfFinding(story, finding);
  return { headline, summary: reason === '' ? summary : `${summary} ${reason}` };
}
