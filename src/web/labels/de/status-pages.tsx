/** German texts of the page where a status page is set up and incidents are written. */
import type { ReactNode } from 'react';
import type { IncidentStatus } from '../../../core/status-pages.ts';
import { ServerLink } from '../../ui/server-link.tsx';
import { pluralize } from './language.ts';

export const statusPage = 'Statusseite';
export const titleOf = (named: string) => `Status von ${named}`;
export const thisGroup = 'Gruppe';
export const noPage = 'Noch keine Statusseite';
export const noPageHint = (
  <>
    Eine öffentliche Seite mit dem Status Ihrer Monitore, den letzten 90 Tagen, Störungen und Wartungen.
    Besucher können sie per E-Mail oder Feed abonnieren.{' '}
    <ServerLink href="/docs/status-pages">So funktionieren Statusseiten</ServerLink>
  </>
);
export const noPageReader = 'Bitten Sie einen Admin des Kontos, eine zu erstellen.';
export const createPage = 'Statusseite erstellen';
export const website = 'Website';
export const title = 'Titel';
export const slug = 'URL';
export const slugHint = 'Letzter Teil der URL: Kleinbuchstaben, Ziffern und Bindestriche.';
export const slugNewHint = 'Kleinbuchstaben, Ziffern und Bindestriche. Leer lassen für eine zufällige URL.';
export const description = 'Beschreibung';
export const enabled = 'Seite veröffentlichen';
export const noindex = 'Nicht in Suchmaschinen anzeigen';
export const showsImpact = 'Folgen von Ausfällen anzeigen: entgangene Seitenaufrufe und Ereignisse';
export const monitors = 'Angezeigte Monitore';
export const monitorsHint =
  'Besucher sehen nur diese Namen. URLs und Fehler bleiben verborgen; Hosts können Sie anzeigen.';
export const noMonitors = 'Noch keine Monitore vorhanden.';
export const siteAddress = 'Adresse der Website';
export const shownAs = (named: string) => `Name von „${named}“ auf der Seite`;
export const showsHost = 'Host anzeigen';
export const online = 'Öffentlich';
export const offline = 'Nicht öffentlich';
export const pageAddress = 'URL';
export const open = 'Seite öffnen';
export const subscribers = (count: number) =>
  count === 0 ? 'Noch keine Abonnenten' : pluralize(count, 'Abonnent', 'Abonnenten');
export const remove = 'Löschen';
export const removePage = 'Statusseite löschen';
export const removePageQuestion = 'Diese Statusseite löschen?';
export const removePageHint = (count: number) =>
  count === 0
    ? 'Auch die Störungen auf der Seite werden gelöscht.'
    : `Auch die Störungen auf der Seite und ${pluralize(count, 'Abonnent', 'Abonnenten')} werden gelöscht.`;

export const incidents = 'Störungen';
export const noIncidents = 'Keine Störungen';
export const noIncidentsHint =
  'Ausfälle erscheinen automatisch. Melden Sie alles andere als Störung, etwa langsame Bestellungen.';
export const openIncident = 'Störung melden';
export const newIncident = 'Neue Störung';
export const incidentTitle = 'Was gestört ist';
export const message = 'Nachricht';
export const messageHint = 'Reiner Text, für alle sichtbar.';
export const status = 'Status';
export const statuses: Readonly<Record<IncidentStatus, string>> = {
  investigating: 'Wird untersucht',
  identified: 'Ursache gefunden',
  monitoring: 'Wird beobachtet',
  resolved: 'Behoben',
};
export const affected = 'Betroffene Monitore';
export const affects = (names: string) => `Betrifft ${names}`;
export const notify = 'Abonnenten per E-Mail informieren';
export const addNote = 'Notiz hinzufügen';
export const addNoteTo = (named: string) => `Notiz hinzufügen: ${named}`;
export const resolve = 'Als behoben melden';
export const resolveNamed = (named: string) => `Als behoben melden: ${named}`;
export const began = (time: ReactNode) => <>Seit {time}</>;
export const lasted = (from: ReactNode, to: ReactNode) => (
  <>
    {from} – {to}
  </>
);
export const removeIncidentNamed = (named: string) => `${named} löschen`;
export const removeIncidentQuestion = 'Diese Störung löschen?';
export const removeIncidentHint = (named: ReactNode) => <>{named} wird samt allen Notizen gelöscht.</>;
export const removeNote = 'Notiz löschen';

export const downtimes = 'Ausfälle auf der Seite';
export const noDowntimes = 'Keine Ausfälle in den letzten 90 Tagen.';
export const ongoing = 'Dauert an';
