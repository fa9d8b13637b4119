/** Texts of the page that builds links of campaigns. */
import type { ReactNode } from 'react';
import { pluralize } from './language.ts';

export const explanation =
  'Markieren Sie die Links in E-Mails, Beiträgen und Anzeigen, um Besuche nach Quelle, Medium und Kampagne zu sehen.';
export const address = 'Seite';
export const addressHint = 'Ein Pfad wie /preise oder eine vollständige Adresse';
export const badAddress = 'Geben Sie einen Pfad ein, der mit / beginnt, oder eine vollständige Adresse';
export const fields = {
  source: 'Quelle',
  medium: 'Medium',
  campaign: 'Kampagne',
  term: 'Suchbegriff (optional)',
  content: 'Inhalt (optional)',
};
export const fieldHints = {
  source: 'Wo der Link steht, z. B. newsletter, instagram, partnername',
  medium: 'Art des Traffics, z. B. email, social, cpc',
  campaign: 'Name der Kampagne, z. B. herbstangebot',
  term: 'Der Suchbegriff, für den die Anzeige gebucht ist',
  content: 'Unterscheidet mehrere Links, z. B. kopf, fuss',
};
export const yourLink = 'Ihr Link';
export const enterSource = 'Geben Sie eine Quelle ein, dann erscheint hier der Link.';
export const countsAs = (channel: ReactNode) => <>Besuche über diesen Link zählen als {channel}.</>;
export const otherSpelling = (given: ReactNode, other: ReactNode) => (
  <>
    Sie verwenden bereits {other}. Berichte führen {given} getrennt auf.
  </>
);
export const useOther = 'Diesen verwenden';
export const saveLink = 'Link speichern';
export const savedLinks = 'Gespeicherte Links';
export const noSavedLinks = 'Noch keine gespeicherten Links';
export const savedHint =
  'Gespeicherte Links sind für alle mit Zugang zur Website sichtbar. Ihre Namen werden oben vorgeschlagen.';
export const linkName = 'Name des Links (optional)';
export const rename = 'Umbenennen';
export const showVisits = 'Besuche';
export const orderOfLinks = 'Reihenfolge der Links';
export const newest = 'Neueste';
export const mostVisits = 'Meiste Besuche';
export const downloadLinks = 'CSV herunterladen';
export const removeLink = 'Diesen Link entfernen?';
export const removeHint = 'Der Link funktioniert weiter, und seine Besuche bleiben gezählt.';
export const inBrowser = (count: number) =>
  `${pluralize(count, 'Link', 'Links')} nur in diesem Browser gespeichert`;
export const moveToSite = 'Für die Website speichern';
export const discard = 'Verwerfen';
export const useLink = 'Verwenden';
export const codeOfLink = 'QR-Code des Links';
export const downloadCode = 'SVG herunterladen';
export const tooLongForCode = 'Dieser Link ist zu lang für einen QR-Code.';
