/** Texts of the page that builds links of campaigns. */
import type { ReactNode } from 'react';
import { pluralize } from './language.ts';

export const explanation =
  'Balisez les liens de vos e-mails, publications et annonces pour voir les visites par source, support et campagne.';
export const address = 'Page';
export const addressHint = 'Un chemin comme /tarifs, ou une adresse complète';
export const badAddress = 'Saisissez un chemin qui commence par / ou une adresse complète';
export const fields = {
  source: 'Source',
  medium: 'Support',
  campaign: 'Campagne',
  term: 'Terme (facultatif)',
  content: 'Contenu (facultatif)',
};
export const fieldHints = {
  source: 'Où se trouve le lien : newsletter, instagram, nom-du-partenaire',
  medium: 'Type de trafic : email, social, cpc',
  campaign: 'Nom de la campagne : soldes-automne',
  term: 'Le mot-clé acheté pour l’annonce',
  content: 'Pour distinguer plusieurs liens : en-tete, pied',
};
export const yourLink = 'Votre lien';
export const enterSource = 'Saisissez une source et le lien apparaîtra ici.';
export const countsAs = (channel: ReactNode) => (
  <>Les visites via ce lien sont comptées dans le canal {channel}.</>
);
export const otherSpelling = (given: ReactNode, other: ReactNode) => (
  <>
    Vous utilisez déjà {other}. Les rapports afficheront {given} séparément.
  </>
);
export const useOther = 'Utiliser celui-là';
export const saveLink = 'Enregistrer le lien';
export const savedLinks = 'Liens enregistrés';
export const noSavedLinks = 'Aucun lien enregistré';
export const savedHint =
  'Les liens enregistrés sont visibles par toute personne ayant accès au site. Leurs noms sont proposés ci-dessus.';
export const linkName = 'Nom du lien (facultatif)';
export const rename = 'Renommer';
export const showVisits = 'Visites';
export const orderOfLinks = 'Ordre des liens';
export const newest = 'Les plus récents';
export const mostVisits = 'Le plus de visites';
export const downloadLinks = 'Télécharger le CSV';
export const removeLink = 'Retirer ce lien ?';
export const removeHint = 'Le lien continue de fonctionner et ses visites restent comptées.';
export const inBrowser = (count: number) =>
  `${pluralize(count, 'lien enregistré', 'liens enregistrés')} dans ce navigateur uniquement`;
export const moveToSite = 'Enregistrer pour le site';
export const discard = 'Abandonner';
export const useLink = 'Utiliser';
export const codeOfLink = 'Code QR du lien';
export const downloadCode = 'Télécharger le SVG';
export const tooLongForCode = 'Ce lien est trop long pour un code QR.';
