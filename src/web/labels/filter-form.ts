/** Texts of the form of a filter. */

export const filterNames = 'Filter by';
export const backToNames = 'Back to filters';
export const searchFor = (words: string) => `Search ${words}`;
export const exactlyThis = 'Use this value';
export const suggestionsFailed = 'Couldn’t load suggestions. You can still type a value.';
export const noSuggestions = 'No matches in this period.';
export const suggestionsLabel = 'Values in this period';
