/** Texte der Einstellungen einer Website für geteilte Links und Segmente. */
import type { ReactNode } from 'react';

export const sharing = 'Teilen';
export const sharedLinks = 'Geteilte Links';
export const linksHint =
  'Ein Link zeigt jemandem ohne Konto einen Teil dieser Website, zum Beispiel einem Kunden. Einzelne Besucher zeigt er nie.';
export const newLink = 'Neuer Link';
export const submitLink = 'Link erstellen';
export const yourLink = 'Ihr neuer Link';
export const linkName = 'Link';
export const nameHint = 'Steht hier und über der Seite.';
export const shownLegend = 'Was die Seite zeigt';
export const segment = 'Segment';
export const wholeSite = 'Alle Besucher';
export const segmentHint = 'Ein Segment beschränkt jede Zahl der Seite darauf.';
export const passwordHint = 'Mindestens 10 Zeichen. Leer lassen für einen Link ohne Passwort.';
export const newPasswordHint = 'Mindestens 10 Zeichen. Leer lassen, um das bisherige zu behalten.';
export const expires = 'Funktioniert bis';
export const expiresHint = (zone: string) => `Zeitzone: ${zone}. Leer lassen für einen Link ohne Ende.`;
export const noLinks = 'Noch keine geteilten Links';
export const noLinksHint = 'Erstellen Sie oben einen.';
export const hasPassword = 'Passwort';
export const hasExpired = 'Abgelaufen';
export const until = (when: ReactNode) => <>bis {when}</>;
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
export const deleteLinkHint = 'Wer ihn hat, kann ihn dann nicht mehr öffnen.';
export const noSegments = 'Noch keine Segmente';
export const noSegmentsHint =
  'Setzen Sie auf einer Seite dieser Website Filter und speichern Sie sie im Filtermenü.';
export const rename = 'Umbenennen';
export const renameSegment = (name: string) => `Das Segment ${name} umbenennen`;
export const deleteSegment = (name: string) => `Das Segment ${name} löschen`;
export const deleteSegmentQuestion = 'Dieses Segment löschen?';
export const deleteSegmentHint = 'Seine Filter gehen verloren, die Besuche nicht.';
export const show = 'Anzeigen';
