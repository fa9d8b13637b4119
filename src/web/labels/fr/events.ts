/** Texts of the events page. */
import * as shared from './shared.tsx';

export const value = 'Valeur';
export const values = 'Valeurs';
export const allEvents = 'Tous les événements';
export const is = 'valeur :';
export const withoutAValue = 'aucune';
export const anyValue = 'Toutes les valeurs';
export const byVisitors = (count: number) => `par ${shared.visitorCount(count)}`;
export const noneInDays = 'Aucun événement sur cette période';
export const byEvents = (title: string) => `${title} par nombre d’événements`;
export const pagerOf = (title: string) => `Pagination : ${title}`;
export const noValue = 'Sans valeur';
export const searchEvents = 'Rechercher un événement';
export const eventsPager = 'Pagination des événements';
export const noMatch = 'Aucun résultat';
export const eventsByNumber = 'Événements par nombre';
export const emptyTitle = 'Aucun événement sur cette période';
export const emptyHint =
  'Suivez les clics, les inscriptions ou les achats. Remplacez votre code de suivi par celui-ci, qui suit aussi les clics :';
export const elementHint = 'Puis donnez un nom à chaque élément à suivre :';
export const exampleName = 'l’exemple';
export const moreOnEvents = 'En savoir plus sur les événements';
