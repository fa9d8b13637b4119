/** Headlines of findings, which charts show, too. */
import type * as en from '../headlines.ts';
import { formatNumber, of, pluralize } from './language.ts';

/** A type that is not known here keeps what the server wrote. */
export const headline: typeof en.headline = (
  english,
  { type, isUp, subject, current, previous, change, day, time, isReturn },
) => {
  switch (type) {
    case 'traffic_change':
      if (isReturn) return 'Pages vues revenues à leur niveau habituel';
      return change === null
        ? 'Davantage de pages vues que la semaine précédente'
        : `Pages vues en ${isUp ? 'hausse' : 'baisse'} de ${change}`;
    case 'traffic_spike':
      return time === null ? `Pic de trafic le ${day}` : `Pic de trafic le ${day} à ${time}`;
    case 'page_breakout':
      return `Bien plus de vues de ${subject}`;
    case 'referrer_surge':
      return previous === 0 ? `Nouveau site référent : ${subject}` : `Bien plus de visites depuis ${subject}`;
    case 'audience_shift':
      return `Part des pages vues en ${isUp ? 'hausse' : 'baisse'} : ${subject}`;
    case 'crawler_surge':
      return `Robots ${of(subject)} : ${pluralize(current, 'visite', 'visites')}, contre ${formatNumber(previous)} auparavant`;
    case 'goal_fall':
      return `Moins de conversions pour « ${subject} »`;
    case 'downtime_effect':
      return `Moins de pages vues pendant la panne du ${day}`;
    case 'signal_effect':
      return `${isUp ? 'Plus' : 'Moins'} de pages vues après « ${subject} »`;
    default:
      return english;
  }
};
