import { pluralize } from './language.ts';

export const separateLines = 'Eine Linie pro Website';
export const combinedLine = 'Zusammengefasst';
export const icon = 'Symbol';
export const colour = 'Farbe';
export const another = 'Weitere';
export const chart = 'Diagramm';
export const noSites = 'Noch keine Websites in dieser Gruppe.';
export const siteCount = (count: number) => pluralize(count, 'Website', 'Websites');
export const together = (sites: string) => `${sites} zusammengefasst`;
export const otherCount = (count: number) => pluralize(count, 'weitere', 'weitere');
export const and = (others: string) => `und ${others}`;
export const editTitle = 'Gruppe bearbeiten';
export const submitGroup = 'Gruppe erstellen';
export const description = 'Beschreibung';
export const descriptionHint = 'Wird unter dem Namen angezeigt';
export const pinnedField = 'Oben angeheftet';
export const green = 'Grün';
export const blue = 'Blau';
export const violet = 'Violett';
export const pink = 'Pink';
export const red = 'Rot';
export const amber = 'Bernstein';
export const olive = 'Oliv';
export const grey = 'Grau';
export const itsSites = 'Websites';
export const state = 'Status';
export const viewsColumn = 'Aufrufe';
export const togetherTitle = 'Zusammen';
export const thisGroup = 'Gruppe';
export const emptyTitle = 'Noch keine Websites in dieser Gruppe';
export const emptyHint =
  'Über „Bearbeiten“ Websites hinzufügen. Eine Website kann zu mehreren Gruppen gehören.';
export const sitesTogether = 'Zusammengefasste Statistik';
export const sideBySide = 'Nebeneinander';
export const chartViewLabel = 'Diagramm';
export const edit = 'Bearbeiten';
export const deleteGroup = 'Gruppe löschen';
export const deleteTitle = (name: string) => `Gruppe „${name}“ löschen?`;
export const deleteHint = 'Ihre Websites und deren Daten bleiben erhalten.';
export const sitesChosen = (count: number) => (
  <>
    Websites <span className="soft">{count} ausgewählt</span>
  </>
);
export const noMatch = 'Keine Ergebnisse';
export const groupsNotSaved = (error: string) => `Gruppen konnten nicht gespeichert werden: ${error}`;
export const movedTo = (name: string, count: number, count2: number) =>
  `${name} an Position ${count} von ${count2} verschoben`;
export const pinnedToTop = (name: string) => `${name} angeheftet`;
export const unpinned = (name: string) => `${name} nicht mehr angeheftet`;
export const deleted = (name: string) => `${name} gelöscht. Die Websites bleiben erhalten.`;
