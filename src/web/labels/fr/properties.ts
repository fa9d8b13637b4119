/** Texts about the properties of pageviews and events. */
export const properties = 'Propriétés';
export const sumIs = (sum: string, mean: string) => `Somme : ${sum}, moyenne : ${mean}`;
export const ofEvents = 'Valeurs des événements';
export const emptyHint =
  'Ajoutez vos propres informations aux pages vues et aux événements, comme l’offre d’un client ou l’auteur d’un article. Complétez votre code de suivi :';
export const exampleName = 'l’exemple';
export const learnMore = 'En savoir plus sur les propriétés';
