/**
 * Replaces text from untrusted sources by placeholders such as `{page_1}`: paths, referring hosts, titles of signals,
 * names of goals and the site's label. A model that never sees such text cannot follow a prompt injected by it.
 */
import type { Finding } from '../detect/figures.ts';
import type { InsightTexts } from '../texts/compose.ts';
import { formatHost, formatLabel, formatPath, formatTitle, type InsightData } from '../texts/insight-data.ts';

/** Matches anything in the form of a placeholder. */
const PLACEHOLDER = /\{[a-z]+(?:_\d+)?\}/g;
const NOTE_TYPE: Finding['type'] = 'signal_effect';

export interface MaskedData {
  /** The same data with placeholders instead of names. */
  readonly data: InsightData;
  /** Replaces the placeholders of a text by the names, formatted as in every other text; unknown placeholders stay. */
  readonly restore: (text: string) => string;
  /** Replaces the placeholders of all texts. */
  readonly restoreAll: (texts: InsightTexts) => InsightTexts;
}

/** Masks the names in the data of an insight. */
export function maskData(data: InsightData): MaskedData {
  const names = new Map<string, string>();
  const maskers = {
    page: createMasker('page', formatPath, names),
    referrer: createMasker('referrer', formatHost, names),
    // Texts have quotes around a title, placeholder or not.
    note: createMasker('note', title => formatTitle(title).slice(1, -1), names),
  };
  const maskSubject = ({ type, of, subject }: Finding): string | null => {
    if (subject === null) return null;
    if (type === NOTE_TYPE || of === 'goal') return maskers.note(subject);
    return of === 'page' || of === 'referrer' ? maskers[of](subject) : subject;
  };
  names.set('{site}', formatLabel(data));
  const { page, referrer } = data.figures.ranked;
  const masked: InsightData = {
    ...data,
    site: { ...data.site, label: '{site}' },
    figures: {
      ...data.figures,
      ranked: {
        ...data.figures.ranked,
        page: page.map(row => ({ ...row, key: maskers.page(row.key) })),
        referrer: referrer.map(row => ({ ...row, key: maskers.referrer(row.key) })),
      },
      contextEvents: data.figures.contextEvents.map(row => ({ ...row, title: maskers.note(row.title) })),
    },
    findings: data.findings.map(finding => ({ ...finding, subject: maskSubject(finding) })),
    signals: data.signals.map(signal => ({ ...signal, title: maskers.note(signal.title) })),
  };
  const restore = (text: string): string =>
    text.replaceAll(PLACEHOLDER, placeholder => names.get(placeholder) ?? placeholder);
  return {
    data: masked,
    restore,
    restoreAll: texts => ({
      summary: restore(texts.summary),
      trafficPatterns: restore(texts.trafficPatterns),
      bestContent: restore(texts.bestContent),
      recommendations: restore(texts.recommendations),
    }),
  };
}

/** Creates the function that gives each name of a kind its own placeholder, and records the formatted name. */
function createMasker(
  kind: string,
  format: (text: string) => string,
  names: Map<string, string>,
): (text: string) => string {
  const placeholders = new Map<string, string>();
  return text => {
    const placeholder = placeholders.get(text) ?? `{${kind}_${placeholders.size + 1}}`;
    placeholders.set(text, placeholder);
    names.set(placeholder, format(text));
    return placeholder;
  };
}
