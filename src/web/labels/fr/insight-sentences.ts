/** Sentences about a week and its findings. */
import { capitalize } from '../../../lib/english.ts';
import type { FindingDetails } from '../../pages/insights/finding-facts.ts';
import { createSentenceFormat, quote, toRoughDuration } from '../../pages/insights/sentence-format.ts';
import {
  createSentences,
  type FindingWriters,
  type SentenceWriters,
} from '../../pages/insights/sentence-writers.ts';
import { formatNumber, inflect, joinList, numberLocale, of, pluralize } from './language.ts';

const format = createSentenceFormat(numberLocale, {
  below: share => `moins de ${share}`,
  above: share => `plus de ${share}`,
});
const { formatShare, formatChange, formatCountry } = format;

/** The first of a month is an ordinal: `1er mars`. */
const withOrdinal = (date: string) => date.replace(/(?<!\d)1 (?=\p{L})/u, '1er ');
const formatDay = (day: string) => withOrdinal(format.formatDay(day));
const formatDate = (day: string) => withOrdinal(format.formatDate(day));

const pageviews = (count: number) =>
  count === 0 ? 'aucune page vue' : pluralize(count, 'page vue', 'pages vues');
const visitors = (count: number) =>
  count === 0 ? 'aucun visiteur' : pluralize(count, 'visiteur', 'visiteurs');
const views = (count: number) => pluralize(count, 'vue', 'vues');
const inQuotes = (text: string) => quote(text, '« ', ' »');
const asPath = (path: string) => (/\s/.test(path) ? inQuotes(path) : path);
const days = (each: readonly string[]) =>
  each.length < 3 ? joinList(each.map(formatDay)) : `${formatNumber(each.length)} jours`;

const duration = (minutes: number) => {
  const { count, unit } = toRoughDuration(minutes);
  if (unit === 'day') return pluralize(count, 'jour', 'jours');
  return unit === 'hour' ? pluralize(count, 'heure', 'heures') : pluralize(count, 'minute', 'minutes');
};

const unusual = (count: number, usual: number) => {
  if (usual === 0) return `${pageviews(count)}, alors qu’il n’y en a presque jamais`;
  if (count === 0) return `${pageviews(count)}, contre environ ${formatNumber(usual)} d’habitude`;
  const factor = Math.round(count / usual);
  if (factor < 2) return `${pageviews(count)} au lieu de ${formatNumber(usual)} d’habitude`;
  const times = factor === 2 ? 'le double du' : `${formatNumber(factor)} fois le`;
  return `${pageviews(count)}, environ ${times} niveau habituel (${formatNumber(usual)})`;
};

const weeks = (counted: string, previous: number, none = 'aucune') =>
  `${counted} ces 7 derniers jours, ${previous === 0 ? none : `contre ${formatNumber(previous)}`} la semaine précédente`;

const compared = (current: number, previous: number | null) => {
  if (previous === null) return ' ; il n’y a pas encore de semaine complète à laquelle comparer';
  const change = formatChange(current, previous);
  if (change === null) return ', contre aucune la semaine précédente';
  if (current === previous) return ', autant que la semaine précédente';
  if (change === formatChange(1, 1))
    return `, à peu près autant que la semaine précédente (${formatNumber(previous)})`;
  return `, soit ${change} de ${current > previous ? 'plus' : 'moins'} que la semaine précédente (${formatNumber(previous)})`;
};

const changeRemark = ({ isUp, isReturn }: FindingDetails) =>
  isReturn
    ? 'Les semaines d’avant étaient à peu près au même niveau.'
    : `La plupart des jours ont compté ${isUp ? 'plus' : 'moins'} de pages vues que le même jour de la semaine précédente.`;

const SUMMARIES: FindingWriters = {
  traffic_change: finding =>
    `${capitalize(weeks(pageviews(finding.current), finding.previous))}. ${changeRemark(finding)}`,
  traffic_spike: ({ day, time, current, previous }) =>
    `${time === null ? day : `${day}, dans l’heure suivant ${time}`} : ${unusual(current, previous)}.`,
  page_breakout: ({ subject, current, previous }) =>
    `${asPath(subject)} : ${weeks(pageviews(current), previous)}.`,
  referrer_surge: ({ subject, current, previous, counted }) =>
    `${subject} : ${counted === 'visitors' ? weeks(visitors(current), previous, 'aucun') : weeks(pageviews(current), previous)}.`,
  audience_shift: ({ subject, shares, current, previous }) => {
    const now = formatShare(current === 0 ? 0 : shares?.current || 0.1, 100);
    const before = formatShare(previous === 0 ? 0 : shares?.previous || 0.1, 100);
    return `${subject} : ${now} des pages vues ces 7 derniers jours, contre ${before} la semaine précédente.`;
  },
  crawler_surge: ({ subject, current, previous }) =>
    `Robots d’IA ${of(subject)} : ${weeks(pluralize(current, 'visite', 'visites'), previous)}.`,
  goal_fall: ({ subject, current, previous }) =>
    `${inQuotes(subject)} : ${weeks(pluralize(current, 'conversion', 'conversions'), previous)}.`,
  downtime_effect: ({ minutes, current, previous }) =>
    `Le site est resté inaccessible pendant ${duration(minutes)} : ${unusual(current, previous)}.`,
  signal_effect: ({ subject, day, minutes, current, previous }) =>
    `Dans ${minutes === 1 ? 'la minute' : `les ${duration(minutes)}`} après ${inQuotes(subject)} (${day}) : ${unusual(current, previous)}.`,
};

const ADVICE: FindingWriters = {
  traffic_change: ({ isUp, isReturn }) => {
    if (isReturn) return 'Comparez avec une période plus longue : la semaine précédente était l’exception.';
    return isUp
      ? 'Regardez quelles pages et quelles sources ont progressé, et misez sur ce qui a marché.'
      : 'Vérifiez que le code de suivi est toujours présent sur chaque page, puis regardez quelles sources ont le plus reculé.';
  },
  traffic_spike: ({ day }) =>
    `Consultez les sites référents du ${day} pour voir d’où venaient les visiteurs.`,
  page_breakout: ({ subject, isOngoing }) =>
    isOngoing
      ? `Ajoutez sur ${asPath(subject)} des liens vers des pages proches tant que la page attire l’attention.`
      : `Ajoutez sur ${asPath(subject)} des liens vers des pages proches\u202f: ses lecteurs reviendront peut-être.`,
  referrer_surge: ({ subject }) =>
    `Regardez ce qui se dit de vous sur ${subject}, et prenez part à la conversation.`,
  audience_shift: ({ device, isUp, subject }) => {
    if (device === null)
      return `Tenez compte de ce public pour la langue et les horaires de publication : ${subject}.`;
    if (device !== 'mobile') return 'Vérifiez aussi vos pages les plus vues sur ordinateur.';
    return isUp
      ? 'Vérifiez vos pages les plus vues sur un téléphone.'
      : 'Vérifiez aussi vos pages les plus vues sur téléphone et tablette.';
  },
  crawler_surge: ({ subject }) =>
    `Décidez si vous autorisez les robots ${of(subject)} et, sinon, bloquez-les dans robots.txt.`,
  goal_fall: () =>
    'Essayez vous-même : la page, le formulaire ou l’événement que compte cet objectif a peut-être changé.',
  downtime_effect: () => 'Cherchez la cause de la panne : elle a pu vous coûter des visiteurs.',
  signal_effect: ({ isUp }) =>
    isUp
      ? 'Comparez avec votre prochaine annotation pour voir si l’opération mérite d’être répétée.'
      : 'Vérifiez si cela a changé le chargement ou le suivi de vos pages.',
};

const WRITERS: SentenceWriters = {
  week: ({ site, first_day, last_day, hits, previous_hits, visitors }) => {
    const by = visitors > 0 ? ` par ${pluralize(visitors, 'visiteur', 'visiteurs')}` : '';
    return `Du ${formatDate(first_day)} au ${formatDate(last_day)}, ${site} a enregistré ${pageviews(hits)}${by}${compared(hits, previous_hits)}.`;
  },
  finding: ({ finding }) =>
    finding.type === 'traffic_change' ? changeRemark(finding) : SUMMARIES[finding.type](finding),
  possible_cause: ({ annotations }) => {
    const names = annotations.map(({ title, day }) => `${inQuotes(title)} (${formatDate(day)})`);
    return `${inflect(names.length, 'Cause possible', 'Causes possibles')} : ${joinList(names)}.`;
  },
  quiet_week: () => 'Rien ne ressort par rapport aux semaines précédentes.',
  downtime: ({ minutes }) =>
    `Le site est resté inaccessible pendant ${duration(minutes)} au cours de cette période.`,
  annotations: ({ titles }) => `Annotations : ${joinList(titles.map(inQuotes))}.`,
  days: ({ most_hits, busiest_days, fewest_hits, quietest_days }) => {
    if (most_hits === fewest_hits) return `Chaque jour a compté ${pageviews(most_hits)}.`;
    return busiest_days.length > 1 || quietest_days.length > 1
      ? `Pages vues par jour : au plus ${formatNumber(most_hits)} (${days(busiest_days)}), au moins ${formatNumber(fewest_hits)} (${days(quietest_days)}).`
      : `Jour le plus fréquenté : ${days(busiest_days)} (${pageviews(most_hits)}). Jour le plus calme : ${days(quietest_days)} (${formatNumber(fewest_hits)}).`;
  },
  hours: ({ from, to, hits, all_hits }) =>
    `Les heures les plus fréquentées : de ${from} à ${to}, avec ${formatShare(hits, all_hits)} des pages vues.`,
  referrers: ({ referrers }) => {
    if (referrers.length === 0) return 'Aucun site référent n’a envoyé plus de quelques visiteurs.';
    const names = referrers.map(({ referrer, visitors: count, hits = 0 }) =>
      count === undefined ? `${referrer} (${pageviews(hits)})` : `${referrer} (${visitors(count)})`,
    );
    return `${inflect(names.length, 'Principal site référent', 'Principaux sites référents')} : ${joinList(names)}.`;
  },
  countries: ({ countries, all_hits, mostly_unknown }) => {
    const names = countries.map(
      ({ country, hits }) => `${formatCountry(country)} (${formatShare(hits, all_hits)})`,
    );
    const known = mostly_unknown ? inflect(names.length, ' connu', ' connus') : '';
    return `${inflect(names.length, 'Principal pays', 'Principaux pays')}${known} : ${joinList(names)}.`;
  },
  device: ({ device, hits, all_hits }) =>
    `${device === 'mobile' ? 'Téléphones et tablettes' : 'Ordinateurs'} : ${formatShare(hits, all_hits)} des pages vues.`,
  crawlers: ({ provider, visits, all_visits }) => {
    const part = visits === all_visits ? inflect(visits, '', 'toutes ') : `dont ${formatNumber(visits)} `;
    return `Robots d’IA : ${pluralize(all_visits, 'visite', 'visites')}, ${part}${of(provider)}.`;
  },
  no_top_page: () => 'Aucune page ne ressort : aucune n’a eu plus de quelques vues.',
  top_page: ({ path, hits, all_hits, tied }) => {
    const share = `soit ${formatShare(hits, all_hits)} du total`;
    return tied
      ? `Aucune page n’a eu plus de vues que ${asPath(path)} : ${formatNumber(hits)}, ${share}.`
      : `Page la plus vue : ${asPath(path)} avec ${views(hits)}, ${share}.`;
  },
  other_pages: ({ pages, tied }) => {
    const names = joinList(pages.map(({ path, hits }) => `${asPath(path)} (${formatNumber(hits)})`));
    return tied
      ? `Autres pages les plus vues : ${names}.`
      : `${inflect(pages.length, 'Vient ensuite', 'Viennent ensuite')} ${names}.`;
  },
  page_gain: ({ path, hits, previous_hits }) => {
    const change = formatChange(hits, previous_hits);
    return change === null
      ? `Nouveauté parmi vos pages : ${asPath(path)} avec ${views(hits)}, aucune la semaine précédente.`
      : `Plus forte progression : ${asPath(path)} avec ${views(hits - previous_hits)} de plus que la semaine précédente (+${change}).`;
  },
  advice: ({ finding }) => ADVICE[finding.type](finding),
  add_annotation: () => 'Si vous connaissez la cause, ajoutez une annotation pour la voir sur le graphique.',
  publish_before: ({ time }) =>
    `Publiez avant ${time} pour toucher les visiteurs aux heures les plus fréquentées.`,
  improve_page: ({ path }) => `Gardez ${asPath(path)} à jour : c’est l’une de vos pages les plus vues.`,
  watch_referrer: ({ referrer }) =>
    `Gardez un œil sur ${referrer} : c’est l’un de vos principaux sites référents.`,
  annotate_launches: () => 'Annotez lancements et newsletters pour voir leur effet sur le graphique.',
};

export const { sentence, findingSummary } = createSentences(WRITERS, SUMMARIES);
