/** Texts of lists of the overview: how to get rows where they are empty, and what some of them mean. */
import { ServerLink } from '../../ui/server-link.tsx';

export const emptyEvents = (
  <>
    Erfassen Sie Klicks, Anmeldungen oder Käufe als Ereignisse, etwa „cart.add“.{' '}
    <ServerLink href="/docs/events-and-kudos#events">So werden Ereignisse gesendet</ServerLink>
  </>
);
export const emptyKudos = (
  <>
    Mit einem Button können sich Leser per Klick bedanken.{' '}
    <ServerLink href="/docs/events-and-kudos#kudos">So werden Kudos eingebaut</ServerLink>
  </>
);
export const emptyAgents = (
  <>
    Crawler führen selten JavaScript aus: Verwenden Sie das Zählpixel oder melden Sie ihre Besuche von Ihrem
    Server aus. <ServerLink href="/docs/snippet#without-javascript">So werden KI-Crawler erfasst</ServerLink>
  </>
);
export const emptyCampaigns = (by: string) => (
  <>
    Versehen Sie Links, die Sie teilen, mit <code>?utm_{by}=…</code>, um sie hier zu sehen.
  </>
);
export const emptyPlaces =
  'Nur Länder werden gespeichert. Das lässt sich in den Einstellungen unter „Datenschutz“ ändern.';
export const emptyNetworks = 'Netzwerke sind nur für neue Besuche bekannt, anhand ihrer Adresse.';
export const emptySources = (
  <>
    Versehen Sie Links, die Sie teilen, mit <code>?ref=…</code> oder <code>?utm_source=…</code>, um hier
    Quellen zu sehen.
  </>
);
export const emptyVisits = (
  <>
    Die Seitenaufrufe in diesem Zeitraum haben keinen Besucher und gehören daher zu keinem Besuch. Senden Sie
    mit jedem Seitenaufruf eine <code>visitor_id</code>.{' '}
    <ServerLink href="/docs/filters-and-reports#visits-and-visitors">So werden Besuche gezählt</ServerLink>
  </>
);
export const longerPeriodHint = 'Einen längeren Zeitraum wählen.';
export const botSigns = (
  <>
    Auch Menschen hinterlassen solche Anzeichen. Deswegen wird nichts ausgeschlossen.{' '}
    <ServerLink href="/docs/places-and-devices#signs-of-bots">Was sie bedeuten</ServerLink>
  </>
);
