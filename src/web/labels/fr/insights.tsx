/** Texts of the insights page. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';
import { pluralize } from './language.ts';

export const newsletter = 'Newsletter';
export const socialMedia = 'Réseaux sociaux';
export const launch = 'Lancement';
export const maintenance = 'Maintenance';
export const podcast = 'Podcast';
export const other = 'Autre';
export const patterns = 'Tendances';
export const bestContent = 'Meilleurs contenus';
export const suggestions = 'Suggestions';
export const against = (fact: string, basis: string) => `contre ${fact} ${basis}`;
export const inTheseDays = 'Annotations sur cette période';
export const theWeekBefore = 'la semaine précédente';
export const insightsByDay = 'Faits marquants par jour';
export const insightsPager = 'Pagination des faits marquants';
export const emptyTitle = 'Aucun fait marquant pour l’instant';
export const nextRun = (next: ReactNode) => <>Prochaine mise à jour {next}.</>;
export const emptyHint = (part: ReactNode) => (
  <>
    Chaque nuit, les 7 derniers jours sont comparés aux 7 jours précédents. Vous verrez ce qui ressort dès que
    le site atteindra au moins 10 pages vues par semaine. {part}
  </>
);
export const offTitle = 'Les faits marquants sont désactivés pour ce site';
export const switchOnLink = 'Activez-les dans les paramètres du site';
export const ownerCanSwitchOn = 'Demandez au propriétaire du compte de les activer.';
export const offHint = (link: ReactNode) => (
  <>
    Les faits marquants montrent chaque matin ce qui est ressorti la semaine passée, et les annotations
    rappellent ce que vous avez fait. {link}
  </>
);
export const noPlanTitle = 'Les faits marquants nécessitent une formule';
export const noPlanHint = (
  <>
    Les faits marquants montrent chaque matin ce qui est ressorti la semaine passée. Demandez à l’exploitant
    du serveur d’attribuer une formule au compte.{' '}
    <ServerLink href="/docs/insights-and-signals">En savoir plus sur les faits marquants</ServerLink>
  </>
);
export const changeTitle = 'Modifier l’annotation';
export const addSignal = 'Ajouter une annotation';
export const signalTitle = 'Titre';
export const timeZoneHint = (timeZone: string) => `Fuseau horaire : ${timeZone}`;
export const whenMissing = 'Saisissez une date et une heure.';
export const kind = 'Type';
export const notes = 'Notes';
export const optional = 'Facultatif';
export const yourSignals = 'Annotations';
export const signalsHint =
  'Signalez lancements, newsletters et déploiements sur le graphique. Les faits marquants en tiennent compte.';
export const noSignals = 'Aucune annotation pour l’instant';
export const noSignalsHint =
  'Vous avez envoyé une newsletter ou lancé une fonctionnalité ? Ajoutez-la pour voir son effet sur le graphique.';
export const signalsPager = 'Pagination des annotations';
export const changeSignal = (title: string) => `Modifier : ${title}`;
export const deleteSignal = (title: string) => `Supprimer : ${title}`;
export const signalAdded = 'Annotation ajoutée';
export const signalChanged = 'Annotation enregistrée';
export const signalDeleted = 'Annotation supprimée';
export const usually = 'd’habitude';
export const findings = 'Ce qui sort du lot';
export const findingsLabel = 'Constats, les plus récents d’abord';
export const noFindings = 'Rien de particulier pendant ces semaines.';
export const weekOf = (days: string) => `La semaine en bref : ${days}`;
export const moreOfWeek = 'En savoir plus sur cette semaine';
export const dailySummaries = 'Résumés par jour';
export const showInChart = 'Voir sur le graphique';
export const goingOn = 'toujours en cours';
export const continued = (days: number) => pluralize(days, 'jour de plus', 'jours de plus');
export const findingMeta = (day: string, importance: string, continued: string) =>
  [day, importance, continued].filter(part => part !== '').join(' · ');
export const importance = { high: 'Impact fort', medium: 'Impact moyen', low: 'Impact faible' } as const;
