import { pluralize } from './language.ts';

export const separateLines = 'Une ligne par site';
export const combinedLine = 'Combiné';
export const icon = 'Icône';
export const colour = 'Couleur';
export const another = 'Autre';
export const chart = 'Graphique';
export const noSites = 'Aucun site dans ce groupe pour l’instant.';
export const siteCount = (count: number) => pluralize(count, 'site', 'sites');
export const together = (sites: string) => `Total de ${sites}`;
export const otherCount = (count: number) => pluralize(count, 'autre', 'autres');
export const and = (others: string) => `et ${others}`;
export const editTitle = 'Modifier le groupe';
export const submitGroup = 'Créer le groupe';
export const description = 'Description';
export const descriptionHint = 'Affichée sous le nom';
export const pinnedField = 'Épinglé en haut';
export const green = 'Vert';
export const blue = 'Bleu';
export const violet = 'Violet';
export const pink = 'Rose';
export const red = 'Rouge';
export const amber = 'Ambre';
export const olive = 'Olive';
export const grey = 'Gris';
export const itsSites = 'Sites';
export const state = 'État';
export const viewsColumn = 'Pages vues';
export const togetherTitle = 'Combiné';
export const thisGroup = 'Groupe';
export const emptyTitle = 'Aucun site dans ce groupe pour l’instant';
export const emptyHint = 'Ajoutez des sites avec « Modifier ». Un site peut appartenir à plusieurs groupes.';
export const sitesTogether = 'Statistiques combinées';
export const sideBySide = 'Côte à côte';
export const chartViewLabel = 'Graphique';
export const edit = 'Modifier';
export const deleteGroup = 'Supprimer le groupe';
export const deleteTitle = (name: string) => `Supprimer le groupe « ${name} » ?`;
export const deleteHint = 'Ses sites et leurs données sont conservés.';
export const sitesChosen = (count: number) => (
  <>
    Sites <span className="soft">{pluralize(count, 'sélectionné', 'sélectionnés')}</span>
  </>
);
export const noMatch = 'Aucun résultat';
export const groupsNotSaved = (error: string) => `Impossible d’enregistrer les groupes : ${error}`;
export const movedTo = (name: string, count: number, count2: number) =>
  `${name} déplacé en position ${count} sur ${count2}`;
export const pinnedToTop = (name: string) => `${name} épinglé`;
export const unpinned = (name: string) => `${name} désépinglé`;
export const deleted = (name: string) => `${name} supprimé. Ses sites sont conservés.`;
