/** Texts about removing stored pageviews, and undoing that. */
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
export const nothingFound = 'Aucun résultat.';
export const remove = 'Supprimer';
export const removeTitle = (rows: string) => `Supprimer ${rows} ?`;
export const removeHint =
  'Les rapports ne les compteront plus. Vous pouvez annuler pendant 30 jours ; ensuite, elles seront effacées définitivement.';
export const removals = 'Pages vues supprimées';
export const noRemovals = 'Rien de supprimé';
export const noRemovalsHint =
  'Ce que vous supprimez est listé ici. Vous pouvez le rétablir pendant 30 jours.';
export const statuses = {
  running: 'Suppression…',
  done: 'Supprimé',
  undoing: 'Annulation…',
  undone: 'Annulé',
  permanent: 'Effacé',
};
export const undoUntil = (date: string) => `peut être annulé jusqu’au ${date}`;
export const undoOf = (rows: string) => `Annuler : ${rows}`;
export const since = (day: string) => `à partir du ${day}`;
export const until = (day: string) => `jusqu’au ${day}`;
export const pastTitle = 'Déjà compté';
export const pastHint =
  'Les exclusions s’appliquent à partir de maintenant. Les pages vues déjà comptées peuvent être supprimées si la page, le pays ou le site référent correspond ; les adresses IP et les user-agents ne sont pas enregistrés.';
export const showPast = 'Afficher les pages vues correspondantes';
