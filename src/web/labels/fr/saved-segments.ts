/** Textes des segments : en choisir un, et garder les filtres d’une vue. */
export const segments = 'Segments';
export const keepFilters = 'Enregistrer ces filtres comme segment…';
export const newSegment = 'Nouveau segment';
export const saveAs = 'Enregistrer sous';
export const forWhom = 'Visible par';
export const ofSite = 'Toute personne ayant accès à ce site';
export const personal = 'Vous seulement';
export const isPersonal = 'À vous seulement';
export const saveSegment = 'Enregistrer le segment';
export const segmentSaved = 'Segment enregistré';
