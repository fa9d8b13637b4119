/** Texts for an address with a filter or a goal that does not exist. */
import type { ReactNode } from 'react';

export const invalidFilter = 'Filtre non valide';
export const invalidFilterHint = (name: string, value: ReactNode) => (
  <>
    L’adresse de cette page filtre par {name} : {value}, une valeur qui n’existe pas.
  </>
);
export const dropFilter = 'Supprimer le filtre';
export const unknownGoal = 'Objectif introuvable';
export const unknownGoalHint =
  'L’adresse de cette page mentionne un objectif qui n’existe pas. Il a peut-être été supprimé.';
export const showWithoutGoal = 'Afficher sans objectif';
