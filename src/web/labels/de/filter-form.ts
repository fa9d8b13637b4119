/** Texts of the form of a filter. */

export const filterNames = 'Filtern nach';
export const backToNames = 'Zurück zu den Filtern';
export const searchFor = (words: string) => `${words} suchen`;
export const exactlyThis = 'Diesen Wert verwenden';
export const suggestionsFailed =
  'Vorschläge konnten nicht geladen werden. Ein Wert lässt sich trotzdem eingeben.';
export const noSuggestions = 'Keine Treffer in diesem Zeitraum.';
export const suggestionsLabel = 'Werte in diesem Zeitraum';
