/** Texts of the page that builds links of campaigns. */
import type { ReactNode } from 'react';
import { pluralize } from './language.ts';

export const explanation =
  'Markieren Sie die Links in Ihren E-Mails, Beiträgen und Anzeigen: Besuche darüber werden nach Quelle, Medium und Kampagne gezählt.';
export const address = 'Seite';
export const addressHint = 'Ein Pfad wie /preise oder eine vollständige Adresse';
export const badAddress = 'Geben Sie einen Pfad ein, der mit / beginnt, oder eine vollständige Adresse';
export const fields = {
  source: 'Quelle',
  medium: 'Medium',
  campaign: 'Kampagne',
  term: 'Suchbegriff (optional)',
  content: 'Anzeigeninhalt (optional)',
};
export const fieldHints = {
  source: 'Wo der Link steht: newsletter, instagram, partnername',
  medium: 'Welche Art von Link es ist: email, social, cpc',
  campaign: 'Wofür er ist: herbstangebot',
  term: 'Der Suchbegriff, für den die Anzeige gebucht ist',
  content: 'Welcher von mehreren Links: kopf, fuss',
};
export const yourLink = 'Ihr Link';
export const enterSource = 'Geben Sie eine Quelle ein, dann erscheint hier der Link.';
export const countsAs = (channel: ReactNode) => <>Besuche über diesen Link zählen als {channel}.</>;
export const otherSpelling = (given: ReactNode, other: ReactNode) => (
  <>
    {other} ist schon in Gebrauch. Berichte würden {given} als weiteren Namen führen.
  </>
);
export const useOther = 'Diesen verwenden';
export const saveLink = 'Link speichern';
export const savedLinks = 'Gespeicherte Links';
export const noSavedLinks = 'Noch keine gespeicherten Links';
export const savedHint =
  'Gespeicherte Links sehen alle, die Zugang zur Website haben. Ihre Namen werden in den Feldern oben vorgeschlagen.';
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
