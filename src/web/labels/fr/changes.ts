/** Texts about changes of stored pageviews, and undoing them. */
import { pluralize } from './language.ts';

export const removal = 'Supprimer des pages vues';
export const removalHint =
  'Retirez ce qui n’aurait pas dû être compté : vos propres visites, des tests ou du spam, par exemple. Choisissez par filtre, par date ou les deux. Vous pouvez annuler pendant 30 jours.';
export const withEvents = 'Supprimer aussi les événements correspondants';
export const fromDay = 'Du';
export const throughDay = 'Au';
export const chooseFirst = 'Ajoutez un filtre ou une date pour voir ce qui serait supprimé.';
export const notHere = (names: string) => `Impossible de filtrer ici par ${names}.`;
export const daysBackwards = 'Cette date précède la première.';
export const found = (rows: string, visitors: number, days: number) =>
  `${rows} de ${pluralize(visitors, 'visiteur', 'visiteurs')} sur ${pluralize(days, 'jour', 'jours')}`;
export const eventCount = (count: number) => pluralize(count, 'événement', 'événements');
/** Texts of the button of a removal. */
export const removing = {
  action: 'Supprimer',
  title: (rows: string) => `Supprimer ${rows} ?`,
  hint: 'Les rapports ne les compteront plus. Vous pouvez annuler pendant 30 jours ; ensuite, elles seront effacées définitivement.',
  nothing: 'Aucun résultat.',
};
export const removals = 'Modifications effectuées';
export const noRemovals = 'Aucune modification';
export const noRemovalsHint =
  'Ce que vous supprimez ou regroupez est listé ici. Vous pouvez l’annuler pendant 30 jours.';
/** Before the reason, of a change that failed. */
export const willRetry = 'Cela n’a pas encore abouti. Footfall va réessayer.';
export const statuses = {
  running: 'Suppression…',
  done: 'Supprimé',
  undoing: 'Annulation…',
  undone: 'Annulé',
  permanent: 'Effacé',
};
/** Changes of pages in the list of changes. */
export const kinds = {
  page_rules: 'Règles appliquées aux pages existantes',
  clean_paths: 'Paramètres retirés des pages',
  reset: 'Statistiques réinitialisées',
};
export const pageStatuses = {
  running: 'Modification…',
  done: 'Modifié',
  undoing: 'Annulation…',
  undone: 'Annulé',
  permanent: 'Définitif',
};
export const undoUntil = (date: string) => `peut être annulé jusqu’au ${date}`;
export const undoOf = (rows: string) => `Annuler : ${rows}`;
export const since = (day: string) => `à partir du ${day}`;
export const until = (day: string) => `jusqu’au ${day}`;
export const pastTitle = 'Déjà compté';
export const pastHint =
  'Les exclusions s’appliquent à partir de maintenant. Les pages vues déjà comptées peuvent être supprimées si la page, le pays ou le site référent correspond ; les adresses IP et les user-agents ne sont pas enregistrés.';
export const showPast = 'Afficher les pages vues correspondantes';
export const earlierPages = 'Pages existantes';
const change = {
  title: (rows: string) => `Modifier ${rows} ?`,
  hint: 'Tous les rapports afficheront les nouvelles pages ; les URL complètes restent inchangées. Vous pouvez annuler pendant 30 jours dans Paramètres › Données.',
};
export const pageChanges = {
  page_rules: {
    ...change,
    intro: 'Les règles enregistrées peuvent aussi s’appliquer à tout ce qui a déjà été compté.',
    show: 'Vérifier les pages existantes',
    action: 'Appliquer les règles',
    nothing: 'Toutes les pages existantes suivent déjà les règles.',
  },
  clean_paths: {
    ...change,
    intro:
      'Les versions précédentes comptaient les adresses avec paramètres, comme /?session=1, comme des pages distinctes. Elles peuvent contenir des données personnelles.',
    show: 'Rechercher ces pages',
    action: 'Retirer les paramètres',
    nothing: 'Aucune page n’a de paramètres.',
  },
};
