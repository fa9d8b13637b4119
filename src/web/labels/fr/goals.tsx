/** Texts of goals: their page, their form, and a goal on the overview. */
import type { ReactNode } from 'react';
import type * as en from '../goals.tsx';
import { pluralize } from './language.ts';

export const addGoal = 'Ajouter un objectif';
export const change = 'Modifier';
export const changeGoal = 'Modifier l’objectif';
export const changeOf = (name: string) => `Modifier l’objectif ${name}`;
export const removeOf = (name: string) => `Supprimer l’objectif ${name}`;
export const removeGoal = 'Supprimer cet objectif ?';
export const removeHint =
  'Vos données sont conservées. Si vous recréez l’objectif, il s’appliquera aussi aux visites passées.';
export const downloadGoals = 'Télécharger le CSV';
export const noGoals = 'Aucun objectif pour l’instant';
export const noGoalsHint =
  'Mesurez ce qui compte : commandes, inscriptions, téléchargements. Voyez de quels canaux, pages et pays ils viennent. Les objectifs s’appliquent aussi aux visites passées.';
export const examples = ['Atteindre une page', 'Envoyer un événement', 'Lire une page'];
export const conversionRate = 'Taux de conversion';
export const conversionCount = (count: number) => pluralize(count, 'conversion', 'conversions');
export const ofVisitors = (share: string) => `${share} des visiteurs`;
export const revenue = 'Chiffre d’affaires';
export const goal = 'Objectif';
export const hideGoal = 'Masquer l’objectif';
export const viewsOf = (path: ReactNode) => <>Page {path}</>;
export const eventOf = (event: ReactNode) => <>Événement {event}</>;
export const readTo = (share: string) => `N’importe quelle page, lue jusqu’à ${share}`;
export const reachedBy = 'Atteint par';
export const kinds = { path: 'une page', event: 'un événement', scroll_depth: 'la lecture d’une page' };
export const pathHint = 'Par exemple /merci. * remplace un segment du chemin, ** plusieurs : /docs/**';
export const value = 'Valeur (facultative)';
export const properties = 'Propriétés (facultatives)';
export const propertiesHint = 'Une par ligne : plan=pro';
export const depth = 'Lue jusqu’à';
export const depthHint = 'Disponible une fois la profondeur de défilement suivie : Paramètres, Code de suivi';
export const name = 'Nom';
export const nameOf: typeof en.nameOf = ({ kind, path, event, depth: percent }) =>
  (kind === 'path' ? path : kind === 'event' ? event : `Lue jusqu’à ${percent} %`).trim() ||
  'Nouvel objectif';
export const preview: typeof en.preview = found => (
  <>
    Aurait été atteint {found.times} fois ces {found.days} derniers jours, par {found.visitors} ({found.rate}
    ).
  </>
);
export const previewHint = 'Indique combien de fois l’objectif aurait été atteint ces 90 derniers jours.';
