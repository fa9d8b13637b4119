/** Texts of the list of sites. */

import { ServerLink } from '../../ui/server-link.tsx';
import { formatNumber, pluralize } from './language.ts';

export const addSite = 'Website hinzufügen';
export const addressHint = 'Ihre Domain, zum Beispiel example.org';
export const addressFaults = {
  missing: 'Adresse der Website eingeben, zum Beispiel example.org',
  invalid: 'Das ist keine Webadresse. Eine wie example.org eingeben',
  local:
    'Seiten auf localhost werden nie gezählt. Die Adresse eingeben, die Ihre Besucher verwenden, zum Beispiel example.org',
  without_dot: 'Dieser Adresse fehlt die Domain-Endung. Eine wie example.org eingeben',
} as const;
export const labelHint = 'Standard ist die Domain';
export const dragHandle = (name: string) => `${name} verschieben: ziehen oder Pfeiltasten verwenden`;
export const dragHint = 'Ziehen oder Pfeiltasten verwenden';
export const noSites = 'Noch keine Websites. Der Inhaber oder ein Admin des Kontos kann eine hinzufügen.';
export const firstSiteHint =
  'Fügen Sie Ihre erste Website hinzu. Sie erhalten dafür eine Zeile Code, die keine Cookies setzt.';
export const stepAddress = (
  <>
    <b>Adresse eingeben.</b> Nur Besuche auf dieser Domain werden erfasst, mit oder ohne www.
  </>
);
export const stepSnippet = (
  <>
    <b>Tracking-Code einbauen</b>: im Head der Seiten oder im{' '}
    <ServerLink href="/docs/site-builders">Website-Baukasten</ServerLink>.
  </>
);
export const stepOpen = (
  <>
    <b>Eine Seite öffnen.</b> Ihr Besuch erscheint hier innerhalb einer Sekunde.
  </>
);
export const yourTeams = 'Ihre Teams';
export const noPlan = 'Kein Tarif';
export const noPlanHint =
  'Ihr Konto hat keinen Tarif, daher können seine Websites nicht angezeigt werden. Es gehen keine Daten verloren.';
export const planHint = (email: string) => (
  <>
    Für Websites ist ein Tarif nötig. Der Betreiber des Servers kann ihn mit diesem Befehl vergeben:{' '}
    <code>footfall user set {email} --plan pro</code>
  </>
);
export const waitingForHit = 'Wartet auf den ersten Besuch';
export const siteCountOf = (count: number, count2: number) => `${count} von ${count2} Websites`;
export const states = 'Status';
export const stateCounts = {
  all: (count: number) => `Alle ${formatNumber(count)}`,
  down: (count: number) => `Offline ${formatNumber(count)}`,
  no_hits: (count: number) => `Ohne Seitenaufrufe ${formatNumber(count)}`,
} as const;
export const sorts = {
  own: 'Eigene Reihenfolge',
  name: 'Name',
  visitors: 'Besucher',
  rising: 'Stärkster Anstieg',
  falling: 'Stärkster Rückgang',
  status: 'Status',
} as const;
export const sortedBy = (sort: string) => `Sortierung: ${sort}`;
export const statusColumn = 'Status';
export const noMatch = 'Keine Ergebnisse';
export const noMatchHint = 'Nach Name oder Adresse einer Website suchen.';
export const showAllSites = 'Alle Websites anzeigen';
export const pinnedSites = 'Angeheftete Websites';
export const otherSites = 'Weitere Websites';
export const issueCount = (count: number) => pluralize(count, 'Problem', 'Probleme');
export const inContentOf = (label: string) => ` mit den Inhalten von ${label}`;
export const downForDays = 'Offline, Prüfung pausiert';
export const downSince = (time: string) => `Offline seit ${time}`;
export const notCheckedYet = 'Ausstehend';
export const allSitesTogether = 'Gesamt';
export const against = (name: string, before: string, part: string) =>
  `${name} · Vergleich mit ${before}${part}`;
export const orderNotSaved = (error: string) => `Reihenfolge konnte nicht gespeichert werden: ${error}`;
export const movedTo = (label: string, place: number, count: number) =>
  `${label} an Position ${place} von ${count} verschoben`;
export const pinnedToTop = (label: string) => `${label} angeheftet`;
export const unpinned = (label: string) => `${label} nicht mehr angeheftet`;
