/** Textes des segments : en choisir un, et garder les filtres d’une vue. */
export const segments = 'Segments';
export const keepFilters = 'Enregistrer ces filtres comme segment…';
export const newSegment = 'Un nouveau segment';
export const saveAs = 'Enregistrer sous';
export const forWhom = 'Qui le voit';
export const ofSite = 'Toutes les personnes qui voient ce site';
export const personal = 'Vous seulement';
export const isPersonal = 'À vous seulement';
export const saveSegment = 'Enregistrer le segment';
export const segmentSaved = 'Segment enregistré';
