/** Sentences about a week and its findings. */
import { capitalize } from '../../../lib/english.ts';
import type { FindingDetails } from '../../pages/insights/finding-facts.ts';
import { createSentenceFormat, quote, toRoughDuration } from '../../pages/insights/sentence-format.ts';
import {
  createSentences,
  type FindingWriters,
  type SentenceWriters,
} from '../../pages/insights/sentence-writers.ts';
import { formatNumber, inflect, joinList, numberLocale, pluralize } from './language.ts';

const { formatDay, formatDate, formatShare, formatChange, formatCountry } = createSentenceFormat(
  numberLocale,
  {
    below: share => `weniger als ${share}`,
    above: share => `mehr als ${share}`,
  },
);

const pageviews = (count: number) =>
  count === 0 ? 'keine Seitenaufrufe' : pluralize(count, 'Seitenaufruf', 'Seitenaufrufe');
const visitors = (count: number) =>
  count === 0 ? 'keine Besucher' : pluralize(count, 'Besucher', 'Besucher');
/** After “mit”. */
const withViews = (count: number) => `mit ${pluralize(count, 'Aufruf', 'Aufrufen')}`;
const inQuotes = (text: string) => quote(text, '„', '“');
const asPath = (path: string) => (/\s/.test(path) ? inQuotes(path) : path);
const days = (each: readonly string[]) =>
  each.length < 3 ? joinList(each.map(formatDay)) : `an ${formatNumber(each.length)} Tagen`;
const deviceNames = (device: string) =>
  device === 'mobile' ? 'Smartphones und Tablets' : 'Desktop-Rechnern';

/** `3 Tage` lang, or within `3 Tagen`. */
const duration = (minutes: number, isWithin = false) => {
  const { count, unit } = toRoughDuration(minutes);
  if (unit === 'day') return pluralize(count, 'Tag', isWithin ? 'Tagen' : 'Tage');
  return unit === 'hour' ? pluralize(count, 'Stunde', 'Stunden') : pluralize(count, 'Minute', 'Minuten');
};

const unusual = (count: number, usual: number) => {
  if (usual === 0) return `${pageviews(count)}, sonst kaum welche`;
  if (count === 0) return `${pageviews(count)}, sonst etwa ${formatNumber(usual)}`;
  const factor = Math.round(count / usual);
  if (factor < 2) return `${pageviews(count)} statt der üblichen ${formatNumber(usual)}`;
  const times = factor === 2 ? 'doppelt' : `${formatNumber(factor)}-mal`;
  return `${pageviews(count)}, etwa ${times} so viele wie üblich (${formatNumber(usual)})`;
};

const weeks = (counted: string, previous: number) =>
  `${counted} in den letzten 7 Tagen, in der Vorwoche ${previous === 0 ? 'keine' : formatNumber(previous)}`;

const compared = (current: number, previous: number | null) => {
  if (previous === null) return '; für einen Vergleich fehlt eine volle Woche davor';
  const change = formatChange(current, previous);
  if (change === null) return '; in der Vorwoche gab es keine';
  if (current === previous) return ', genauso viele wie in der Vorwoche';
  if (change === formatChange(1, 1)) return `, etwa so viele wie in der Vorwoche (${formatNumber(previous)})`;
  return `, ${change} ${current > previous ? 'mehr' : 'weniger'} als in der Vorwoche (${formatNumber(previous)})`;
};

const changeRemark = ({ isUp, isReturn }: FindingDetails) =>
  isReturn
    ? 'Die Wochen davor lagen auf etwa demselben Niveau.'
    : `An den meisten Tagen gab es ${isUp ? 'mehr' : 'weniger'} Seitenaufrufe als am gleichen Tag der Vorwoche.`;

const SUMMARIES: FindingWriters = {
  traffic_change: finding =>
    `${capitalize(weeks(pageviews(finding.current), finding.previous))}. ${changeRemark(finding)}`,
  traffic_spike: ({ day, time, current, previous }) =>
    `${time === null ? day : `${day}, Stunde ab ${time} Uhr`}: ${unusual(current, previous)}.`,
  page_breakout: ({ subject, current, previous }) =>
    `${asPath(subject)}: ${weeks(pageviews(current), previous)}.`,
  referrer_surge: ({ subject, current, previous, counted }) =>
    `${subject}: ${weeks(counted === 'visitors' ? visitors(current) : pageviews(current), previous)}.`,
  audience_shift: ({ subject, shares, current, previous }) => {
    const now = formatShare(current === 0 ? 0 : shares?.current || 0.1, 100);
    const before = formatShare(previous === 0 ? 0 : shares?.previous || 0.1, 100);
    return `${subject}: ${now} der Seitenaufrufe in den letzten 7 Tagen, in der Vorwoche ${before}.`;
  },
  crawler_surge: ({ subject, current, previous }) =>
    `KI-Crawler von ${subject}: ${weeks(pluralize(current, 'Besuch', 'Besuche'), previous)}.`,
  goal_fall: ({ subject, current, previous }) =>
    `${inQuotes(subject)}: ${weeks(pluralize(current, 'Conversion', 'Conversions'), previous)}.`,
  downtime_effect: ({ minutes, current, previous }) =>
    `Die Website war ${duration(minutes)} lang nicht erreichbar: ${unusual(current, previous)}.`,
  signal_effect: ({ subject, day, minutes, current, previous }) =>
    `Innerhalb von ${duration(minutes, true)} nach ${inQuotes(subject)} (${day}): ${unusual(current, previous)}.`,
};

const ADVICE: FindingWriters = {
  traffic_change: ({ isUp, isReturn }) => {
    if (isReturn) return 'Vergleichen Sie mit einem längeren Zeitraum: Die Vorwoche war die Ausnahme.';
    return isUp
      ? 'Sehen Sie nach, welche Seiten und Quellen zugelegt haben, und bauen Sie darauf auf.'
      : 'Prüfen Sie, ob der Tracking-Code noch auf jeder Seite eingebunden ist und welche Quellen am stärksten nachgelassen haben.';
  },
  traffic_spike: ({ day }) =>
    `Sehen Sie sich die Referrer vom ${day} an, um herauszufinden, woher die Besucher kamen.`,
  page_breakout: ({ subject, isOngoing }) =>
    isOngoing
      ? `Verlinken Sie von ${asPath(subject)} auf verwandte Seiten, solange die Seite Aufmerksamkeit bekommt.`
      : `Verlinken Sie von ${asPath(subject)} auf verwandte Seiten: Die Leser kommen vielleicht wieder.`,
  referrer_surge: ({ subject }) =>
    `Sehen Sie nach, was auf ${subject} über Sie geschrieben wird, und reden Sie mit.`,
  audience_shift: ({ device, isUp, subject }) => {
    if (device === null)
      return `Berücksichtigen Sie bei Sprache und Veröffentlichungszeiten auch dieses Publikum: ${subject}.`;
    return isUp && device === 'mobile'
      ? 'Prüfen Sie Ihre meistbesuchten Seiten auf dem Smartphone.'
      : `Prüfen Sie Ihre meistbesuchten Seiten auch auf ${deviceNames(device)}.`;
  },
  crawler_surge: ({ subject }) =>
    `Entscheiden Sie, ob Sie die Crawler von ${subject} zulassen, und sperren Sie sie andernfalls in der robots.txt.`,
  goal_fall: () =>
    'Probieren Sie es selbst aus: Die Seite, das Formular oder das Ereignis, das dieses Ziel zählt, kann sich geändert haben.',
  downtime_effect: () => 'Gehen Sie der Ursache des Ausfalls nach: Er könnte Sie Besucher gekostet haben.',
  signal_effect: ({ isUp }) =>
    isUp
      ? 'Vergleichen Sie mit Ihrer nächsten Anmerkung, um zu sehen, ob sich eine Wiederholung lohnt.'
      : 'Prüfen Sie, ob sich dadurch das Laden oder das Tracking Ihrer Seiten geändert hat.',
};

const WRITERS: SentenceWriters = {
  week: ({ site, first_day, last_day, hits, previous_hits, visitors }) => {
    const by = visitors > 0 ? ` von ${pluralize(visitors, 'Besucher', 'Besuchern')}` : '';
    return `Vom ${formatDate(first_day)} bis zum ${formatDate(last_day)} hatte ${site} ${pageviews(hits)}${by}${compared(hits, previous_hits)}.`;
  },
  finding: ({ finding }) =>
    finding.type === 'traffic_change' ? changeRemark(finding) : SUMMARIES[finding.type](finding),
  possible_cause: ({ annotations }) => {
    const names = annotations.map(({ title, day }) => `${inQuotes(title)} (${formatDate(day)})`);
    return `Mögliche Ursache: ${joinList(names)}.`;
  },
  quiet_week: () => 'Im Vergleich zu den Wochen davor fällt nichts auf.',
  downtime: ({ minutes }) => `Die Website war in dieser Zeit ${duration(minutes)} lang nicht erreichbar.`,
  annotations: ({ titles }) => `Anmerkungen: ${joinList(titles.map(inQuotes))}.`,
  days: ({ most_hits, busiest_days, fewest_hits, quietest_days }) => {
    if (most_hits === fewest_hits) return `An jedem Tag gab es ${pageviews(most_hits)}.`;
    return busiest_days.length > 1 || quietest_days.length > 1
      ? `Seitenaufrufe pro Tag: höchstens ${formatNumber(most_hits)} (${days(busiest_days)}), mindestens ${formatNumber(fewest_hits)} (${days(quietest_days)}).`
      : `Stärkster Tag: ${days(busiest_days)} (${pageviews(most_hits)}). Schwächster Tag: ${days(quietest_days)} (${formatNumber(fewest_hits)}).`;
  },
  hours: ({ from, to, hits, all_hits }) =>
    `Am meisten los war von ${from} bis ${to} Uhr: ${formatShare(hits, all_hits)} aller Seitenaufrufe.`,
  referrers: ({ referrers }) => {
    if (referrers.length === 0) return 'Kein Referrer brachte mehr als ein paar Besucher.';
    const names = referrers.map(({ referrer, visitors: count, hits = 0 }) =>
      count === undefined ? `${referrer} (${pageviews(hits)})` : `${referrer} (${visitors(count)})`,
    );
    return `${inflect(names.length, 'Wichtigster', 'Wichtigste')} Referrer: ${joinList(names)}.`;
  },
  countries: ({ countries, all_hits, mostly_unknown }) => {
    const names = countries.map(
      ({ country, hits }) => `${formatCountry(country)} (${formatShare(hits, all_hits)})`,
    );
    const known = mostly_unknown ? inflect(names.length, ' bekanntes', ' bekannte') : '';
    return `${inflect(names.length, `Häufigstes${known} Land`, `Häufigste${known} Länder`)}: ${joinList(names)}.`;
  },
  device: ({ device, hits, all_hits }) =>
    `Von ${deviceNames(device)} kamen ${formatShare(hits, all_hits)} der Seitenaufrufe.`,
  crawlers: ({ provider, visits, all_visits }) => {
    const part = visits === all_visits ? 'alle' : `davon ${formatNumber(visits)}`;
    return `KI-Crawler kamen auf ${pluralize(all_visits, 'Besuch', 'Besuche')}, ${part} von ${provider}.`;
  },
  no_top_page: () => 'Keine Seite sticht heraus: Keine hatte mehr als ein paar Aufrufe.',
  top_page: ({ path, hits, all_hits, tied }) => {
    const share = `${formatShare(hits, all_hits)} aller Seitenaufrufe`;
    return tied
      ? `Keine Seite hatte mehr Aufrufe als ${asPath(path)}: ${formatNumber(hits)}, ${share}.`
      : `Meistbesuchte Seite: ${asPath(path)} ${withViews(hits)}, ${share}.`;
  },
  other_pages: ({ pages, tied }) => {
    const names = joinList(pages.map(({ path, hits }) => `${asPath(path)} (${formatNumber(hits)})`));
    return tied
      ? `Weitere meistbesuchte Seiten: ${names}.`
      : `Es ${inflect(pages.length, 'folgt', 'folgen')} ${names}.`;
  },
  page_gain: ({ path, hits, previous_hits }) => {
    const change = formatChange(hits, previous_hits);
    return change === null
      ? `Neu unter Ihren Seiten: ${asPath(path)} ${withViews(hits)}, in der Vorwoche keine.`
      : `Am stärksten zugelegt hat ${asPath(path)}: ${pluralize(hits - previous_hits, 'Aufruf', 'Aufrufe')} mehr als in der Vorwoche (+${change}).`;
  },
  advice: ({ finding }) => ADVICE[finding.type](finding),
  add_annotation: () =>
    'Wenn Sie die Ursache kennen, fügen Sie eine Anmerkung hinzu, um sie im Diagramm zu sehen.',
  publish_before: ({ time }) =>
    `Veröffentlichen Sie vor ${time} Uhr, um Besucher zur stärksten Zeit zu erreichen.`,
  improve_page: ({ path }) => `Halten Sie ${asPath(path)} aktuell: Die Seite gehört zu Ihren meistbesuchten.`,
  watch_referrer: ({ referrer }) => `Behalten Sie ${referrer} im Auge, einen Ihrer wichtigsten Referrer.`,
  annotate_launches: () =>
    'Halten Sie Launches und Newsletter als Anmerkungen fest, um ihre Wirkung im Diagramm zu sehen.',
};

export const { sentence, findingSummary } = createSentences(WRITERS, SUMMARIES);
