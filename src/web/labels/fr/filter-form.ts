/** Texts of the form of a filter. */

export const filterNames = 'Filtrer par';
export const backToNames = 'Retour aux filtres';
export const searchFor = (words: string) => `Rechercher : ${words}`;
export const exactlyThis = 'Utiliser cette valeur';
export const suggestionsFailed =
  'Impossible de charger les suggestions. Vous pouvez toujours saisir une valeur.';
export const noSuggestions = 'Aucun résultat sur cette période.';
export const suggestionsLabel = 'Valeurs sur cette période';
