/** Texts about the properties of pageviews and events. */
export const properties = 'Propriétés';
export const sumIs = (sum: string, mean: string) => `Somme : ${sum}, moyenne : ${mean}`;
export const ofEvents = 'Valeurs des événements';
export const emptyHint =
  'Envoyez ce que vous voulez savoir d’une page vue ou d’un événement, comme l’offre d’un client ou l’auteur d’un article. Complétez votre code de suivi :';
export const exampleName = 'exemple';
export const learnMore = 'En savoir plus sur les propriétés';
