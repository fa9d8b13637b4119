/** Headlines of findings, which charts show, too. */
import type * as en from '../headlines.ts';
import { formatNumber, pluralize } from './language.ts';

/** A type that is not known here keeps what the server wrote. */
export const headline: typeof en.headline = (
  english,
  { type, isUp, subject, current, previous, change, day, time, isReturn },
) => {
  switch (type) {
    case 'traffic_change':
      if (isReturn) return 'Seitenaufrufe wieder auf dem üblichen Niveau';
      return change === null
        ? 'Mehr Seitenaufrufe als in der Vorwoche'
        : `Seitenaufrufe um ${change} ${isUp ? 'gestiegen' : 'gesunken'}`;
    case 'traffic_spike':
      return time === null ? `Spitze am ${day}` : `Spitze am ${day} um ${time} Uhr`;
    case 'page_breakout':
      return `Deutlich mehr Aufrufe von ${subject}`;
    case 'referrer_surge':
      return previous === 0 ? `Neuer Referrer: ${subject}` : `Deutlich mehr Besuche über ${subject}`;
    case 'audience_shift':
      return `${isUp ? 'Größerer' : 'Kleinerer'} Anteil an den Seitenaufrufen: ${subject}`;
    case 'crawler_surge':
      return `Crawler von ${subject}: ${pluralize(current, 'Besuch', 'Besuche')}, zuvor ${formatNumber(previous)}`;
    case 'goal_fall':
      return `Weniger Conversions von „${subject}“`;
    case 'downtime_effect':
      return `Weniger Seitenaufrufe während des Ausfalls am ${day}`;
    case 'signal_effect':
      return `${isUp ? 'Mehr' : 'Weniger'} Seitenaufrufe nach „${subject}“`;
    default:
      return english;
  }
};
