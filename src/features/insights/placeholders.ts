/**
 * Stands placeholders such as `{page_1}` in for texts that others choose: paths, referring hosts, titles of notes and the
 * site's label. A model that has never seen them cannot follow what they say.
 */
import type { Finding } from './detect/figures.ts';
import type { InsightTexts } from './texts/compose.ts';
import { labelOf, pathInWords, type Story, titleInWords } from './texts/story.ts';
import { shown } from './texts/words.ts';

const MAX_HOST = 80;
/** Anything of the form of a placeholder. */
const PLACEHOLDER = /\{[a-z]+(?:_\d+)?\}/g;
const NOTE_TYPE: Finding['type'] = 'signal_effect';

export interface MaskedStory {
  /** The same story with placeholders instead of names. */
  readonly story: Story;
  /** Returns a text with the names in their places, written as in every other text; what is no placeholder stays. */
  readonly fill: (text: string) => string;
  /** Returns all texts so. */
  readonly fillAll: (texts: InsightTexts) => InsightTexts;
}

/** Returns a story without the texts that others chose, and the way back. */
export function maskStory(story: Story): MaskedStory {
  const names = new Map<string, string>();
  const maskers = {
    page: createMasker('page', pathInWords, names),
    referrer: createMasker('referrer', host => shown(host, MAX_HOST), names),
    // Texts have quotes around a title, placeholder or not.
    note: createMasker('note', title => titleInWords(title).slice(1, -1), names),
  };
  const maskSubject = ({ type, of, subject }: Finding): string | null => {
    if (subject === null) return null;
    if (type === NOTE_TYPE) return maskers.note(subject);
    return of === 'page' || of === 'referrer' ? maskers[of](subject) : subject;
  };
  names.set('{site}', labelOf(story));
  const { page, referrer } = story.figures.ranked;
  const masked: Story = {
    ...story,
    site: { ...story.site, label: '{site}' },
    figures: {
      ...story.figures,
      ranked: {
        ...story.figures.ranked,
        page: page.map(row => ({ ...row, key: maskers.page(row.key) })),
        referrer: referrer.map(row => ({ ...row, key: maskers.referrer(row.key) })),
      },
      happenings: story.figures.happenings.map(row => ({ ...row, title: maskers.note(row.title) })),
    },
    findings: story.findings.map(finding => ({ ...finding, subject: maskSubject(finding) })),
    signals: story.signals.map(signal => ({ ...signal, title: maskers.note(signal.title) })),
  };
  const fill = (text: string): string =>
    text.replaceAll(PLACEHOLDER, placeholder => names.get(placeholder) ?? placeholder);
  return {
    story: masked,
    fill,
    fillAll: texts => ({
      summary: fill(texts.summary),
      trafficPatterns: fill(texts.trafficPatterns),
      bestContent: fill(texts.bestContent),
      recommendations: fill(texts.recommendations),
    }),
  };
}

/** Returns what gives each text of a kind its placeholder, always the same, and notes how it is written. */
function createMasker(
  kind: string,
  inWords: (text: string) => string,
  names: Map<string, string>,
): (text: string) => string {
  const placeholders = new Map<string, string>();
  return text => {
    const placeholder = placeholders.get(text) ?? `{${kind}_${placeholders.size + 1}}`;
    placeholders.set(text, placeholder);
    names.set(placeholder, inWords(text));
    return placeholder;
  };
}
