/** Textes des réglages d’un site pour les liens partagés et les segments. */
import type { ReactNode } from 'react';

export const sharing = 'Partage';
export const sharedLinks = 'Liens partagés';
export const linksHint =
  'Partagez une partie de ce site avec quelqu’un qui n’a pas de compte, un client par exemple. Les visites individuelles ne sont jamais affichées.';
export const newLink = 'Nouveau lien';
export const submitLink = 'Créer le lien';
export const yourLink = 'Votre nouveau lien';
export const linkName = 'le lien';
export const nameHint = 'Affiché dans votre liste et en haut de la page.';
export const shownLegend = 'Sections';
export const segment = 'Segment';
export const wholeSite = 'Tous les visiteurs';
export const segmentHint = 'Tous les chiffres sont limités à ce segment.';
export const passwordHint = '10 caractères au moins. Laissez vide pour un lien sans mot de passe.';
export const newPasswordHint = '10 caractères au moins. Laissez vide pour garder le mot de passe actuel.';
export const expires = 'Expire le';
export const expiresHint = (zone: string) =>
  `Fuseau horaire : ${zone}. Laissez vide pour un lien sans date d’expiration.`;
export const noLinks = 'Aucun lien partagé';
export const noLinksHint = 'Créez-en un ci-dessus.';
export const hasPassword = 'Mot de passe';
export const hasExpired = 'Expiré';
export const until = (when: ReactNode) => <>expire le {when}</>;
export const opened = (count: number, last: ReactNode) => (
  <>
    ouvert {count} fois, la dernière {last}
  </>
);
export const neverOpened = 'jamais ouvert';
export const sectionCount = (count: number) => (count > 1 ? `${count} sections` : `${count} section`);
export const edit = 'Modifier';
export const editLink = (name: string) => `Modifier le lien ${name}`;
export const removePassword = 'Retirer le mot de passe';
export const deleteLink = (name: string) => `Supprimer le lien ${name}`;
export const deleteText = 'Supprimer';
export const deleteLinkQuestion = 'Supprimer ce lien ?';
export const deleteLinkHint = 'Les personnes qui l’ont ne pourront plus l’ouvrir.';
export const noSegments = 'Aucun segment';
export const noSegmentsHint =
  'Filtrez un rapport de ce site, puis enregistrez les filtres depuis le menu des filtres.';
export const rename = 'Renommer';
export const renameSegment = (name: string) => `Renommer le segment ${name}`;
export const deleteSegment = (name: string) => `Supprimer le segment ${name}`;
export const deleteSegmentQuestion = 'Supprimer ce segment ?';
export const deleteSegmentHint = 'Seuls ses filtres sont supprimés, pas les visites.';
export const show = 'Afficher';
