/** Texte der Einstellungen einer Website für geteilte Links und Segmente. */
import type { ReactNode } from 'react';

export const sharing = 'Teilen';
export const sharedLinks = 'Geteilte Links';
export const linksHint =
  'Geben Sie einen Teil der Statistik für jemanden ohne Konto frei, etwa für einen Kunden. Einzelne Besuche sind nie sichtbar.';
export const newLink = 'Neuer Link';
export const submitLink = 'Link erstellen';
export const yourLink = 'Ihr neuer Link';
export const linkName = 'Link';
export const nameHint = 'Wird Ihnen und auf der Seite angezeigt.';
export const shownLegend = 'Abschnitte';
export const segment = 'Segment';
export const wholeSite = 'Alle Besucher';
export const segmentHint = 'Alle Zahlen gelten nur für dieses Segment.';
export const passwordHint = 'Mindestens 10 Zeichen. Leer lassen für einen Link ohne Passwort.';
export const newPasswordHint = 'Mindestens 10 Zeichen. Leer lassen, um das bisherige zu behalten.';
export const expires = 'Gültig bis';
export const expiresHint = (zone: string) => `Zeitzone: ${zone}. Leer lassen für einen unbefristeten Link.`;
export const noLinks = 'Noch keine geteilten Links';
export const noLinksHint = 'Erstellen Sie oben einen.';
export const hasPassword = 'Passwort';
export const hasExpired = 'Abgelaufen';
export const until = (when: ReactNode) => <>gültig bis {when}</>;
export const opened = (count: number, last: ReactNode) => (
  <>
    {count}-mal geöffnet, zuletzt {last}
  </>
);
export const neverOpened = 'nie geöffnet';
export const sectionCount = (count: number) => (count === 1 ? '1 Abschnitt' : `${count} Abschnitte`);
export const edit = 'Bearbeiten';
export const editLink = (name: string) => `Den Link ${name} bearbeiten`;
export const removePassword = 'Passwort entfernen';
export const deleteLink = (name: string) => `Den Link ${name} löschen`;
export const deleteText = 'Löschen';
export const deleteLinkQuestion = 'Diesen Link löschen?';
export const deleteLinkHint = 'Danach kann ihn niemand mehr öffnen.';
export const noSegments = 'Noch keine Segmente';
export const noSegmentsHint =
  'Filtern Sie einen Bericht dieser Website und speichern Sie die Filter im Filtermenü.';
export const rename = 'Umbenennen';
export const renameSegment = (name: string) => `Das Segment ${name} umbenennen`;
export const deleteSegment = (name: string) => `Das Segment ${name} löschen`;
export const deleteSegmentQuestion = 'Dieses Segment löschen?';
export const deleteSegmentHint = 'Nur die Filter werden gelöscht, nicht die Besuche.';
export const show = 'Anzeigen';
