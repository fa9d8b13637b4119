/** Texts of the charts. */
import { pluralize } from './language.ts';

export const annotation = 'Annotation';
export const downtime = 'Panne';
export const insight = 'Fait marquant';
export const marks = (count: number) => `${count} repères : `;
export const andMore = (count: number) => `et ${pluralize(count, 'autre', 'autres')}`;
export const overTime = (name: string) => `${name} au fil du temps`;
export const noDataYet = 'pas encore de données';
export const beforeValue = (value: string) => `, auparavant ${value}`;
export const before = 'Auparavant';
export const noDataYetTitle = 'Pas encore de données';
export const mapLabel = (counted: string) => `Carte des ${counted} par pays`;
export const tooSmallForTheMap = 'Trop petits pour la carte';
export const moreInList = (left: number) => `et ${pluralize(left, 'autre', 'autres')} dans la liste`;
export const byDay = (name: string) => `${name} par jour`;
export const day = 'Jour';
export const heatMapLabel = 'Pages vues par jour de la semaine et heure';
export const hour = 'Heure';
export const typically = (count: string) => `, habituellement ${count}`;
export const eventCount = (count: number) => pluralize(count, 'événement', 'événements');
export const kudoCount = (count: number) => pluralize(count, 'kudo', 'kudos');
export const agentVisitCount = (count: number) =>
  pluralize(count, 'visite de robot d’IA', 'visites de robots d’IA');
export const now = 'Maintenant';
export const weekdays = ['Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi', 'Samedi', 'Dimanche'];
export const noTime = 'aucun temps transmis';
