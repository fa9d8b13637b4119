/** Texts of the page that compares a site before and after a signal. */
import { pluralize } from './language.ts';

export const title = 'Avant et après';
export const compare = (signal: string) => `Avant et après « ${signal} »`;
export const period = 'Période';
export const days = (count: number) => pluralize(count, 'jour', 'jours');
export const before = 'Avant';
export const after = 'Après';
export const hint = 'Par rapport aux mêmes heures des semaines précédentes.';
export const notYet = 'Rien à comparer pour l’instant : revenez dans quelque temps.';
export const figure = 'Indicateur';
export const uptime = 'Disponibilité';
export const response = 'Temps de réponse';
export const conversions = (goal: string) => `${goal} : conversions`;
export const rate = (goal: string) => `${goal} : taux de conversion`;
export const fallenPages = 'Pages en baisse';
export const fallenHint = 'Plus que le reste du site et au-delà des variations habituelles.';
export const noneFell = 'Aucune page n’a perdu de trafic de façon notable.';
export const notFound = 'Pages introuvables';
export const notFoundHint = 'Demandées plus souvent qu’avant.';
export const newIssues = 'Nouveaux liens cassés et contenu mixte';
export const noIssues = 'Aucun nouveau lien cassé.';
export const downtimes = 'Pannes';
export const noDowntime = 'Aucune panne.';
export const ongoing = 'en cours';
export const unknown = '–';
export const milliseconds = (count: string) => `${count} ms`;
