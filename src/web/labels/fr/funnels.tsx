/** Textes français des pages des entonnoirs et des parcours. */
import type { ReactNode } from 'react';
import { inflectText } from './language.ts';

const minutes = (count: number) => (count < 2 ? `${count} minute` : `${count} minutes`);

export const funnels = 'Entonnoirs';
export const paths = 'Chemins';
export const ways = 'Chemins sur le site';
export const newFunnel = 'Nouvel entonnoir';
export const editFunnel = 'Modifier';
export const allFunnels = 'Entonnoirs de ce site';
export const emptyTitle = 'Aucun entonnoir pour l’instant';
export const emptyHint =
  'Un entonnoir est une suite d’étapes, par exemple panier, paiement et commande. Il montre combien de visiteurs atteignent chaque étape et où vont les autres. Il s’applique aussi aux visites passées.';
export const noVisitors = 'Aucun visiteur n’a atteint la première étape pendant cette période';
export const removeFunnel = 'Supprimer cet entonnoir\u202f?';
export const removeHint = 'Ses étapes seront supprimées. Vos données sont conservées.';
export const download = 'Télécharger le CSV';
export const steps = 'Étapes';
export const step = (number: number) => `Étape ${number}`;
export const readTo = (share: string) => `Lue jusqu’à ${share}`;
export const wentOn = (visitors: string, share: string) =>
  `${visitors} ${inflectText(visitors, 'a', 'ont')} continué (${share})`;
export const typicalTime = (duration: string) => `durée médiane : ${duration}`;
export const lost = (visitors: string, share: string) =>
  `${visitors} ${inflectText(visitors, 'a', 'ont')} abandonné (${share})`;
export const noneLost = 'Tous ont continué';
export const whereTheyWent = 'Pages suivantes';
export const endedVisit = 'Visite terminée';
export const conversion = (share: ReactNode) => <>{share} ont atteint la dernière étape</>;
export const ofVisitors = (first: string, all: string) =>
  `${first} ${inflectText(first, 'visiteur', 'visiteurs')} sur ${all} ${inflectText(first, 'a', 'ont')} atteint la première étape`;
export const rules = (order: string, limit: number | null) =>
  limit === null ? order : `${order} · en ${minutes(limit)}`;
export const loose = 'D’autres pages peuvent être vues entre deux étapes';
export const strict = 'Aucune autre page entre deux étapes';

export const nameExample = 'Commande';
export const order = 'Entre deux étapes';
export const looseHint = 'Les visiteurs peuvent voir d’autres pages entre-temps.';
export const strictHint =
  'Les étapes doivent se suivre directement. Les événements intermédiaires ne comptent pas.';
export const withinMinutes = 'Durée maximale en minutes';
export const withinHint = 'Durée de la première à la dernière étape. Laissez vide pour ne pas la limiter.';
export const kind = 'Type d’étape';
export const kindPage = 'Une page est vue';
export const kindEvent = 'Un événement est envoyé';
export const kindDepth = 'Une page est lue';
export const pagePath = 'Page';
export const pageHint = '* remplace tout sauf une barre oblique, ** remplace tout : /docs/**';
export const eventName = 'Événement';
export const depth = 'Défilement, en %';
export const stepName = 'Nom de l’étape';
export const stepNameHint = 'Par défaut, sa page ou son événement.';
export const addStep = 'Ajouter une étape';
export const removeStep = (number: number) => `Supprimer l’étape ${number}`;
export const moveStepUp = (number: number) => `Monter l’étape ${number}`;
export const moveStepDown = (number: number) => `Descendre l’étape ${number}`;

export const startPage = 'Page de départ';
export const startHint = 'Toutes les visites';
export const startEvent = 'Événement de départ';
export const show = 'Afficher';
export const direction = 'Sens';
export const after = 'Vers l’avant';
export const beforeIt = 'Vers l’arrière';
export const startOfFlow = 'Début';
export const firstPage = 'Depuis la première page de chaque visite';
export const lastPage = 'À rebours depuis la dernière page de chaque visite';
export const otherPages = 'Autres pages';
export const ended = 'Visite terminée';
export const begun = 'La visite a commencé ici';
export const goBack = (path: string) => `Revenir avant ${path}`;
export const clickHint = 'Choisissez une page pour ne suivre que les visites qui y sont allées.';
export const noVisits = 'Aucune visite n’a suivi ce chemin pendant cette période';
export const countedFrom = (time: string) =>
  `À partir du ${time} seulement : il y a trop de pages vues avant.`;

export const segmentsBeside = 'Segments côte à côte';
export const segmentAt = (number: number) => `Segment ${number}`;
export const allVisitors = 'Tous les visiteurs affichés';
export const noSegments = 'Enregistrez des filtres comme segment pour le comparer à tous les visiteurs.';
export const noSegment = 'Aucun';
