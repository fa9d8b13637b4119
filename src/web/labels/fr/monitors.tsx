/** French texts of the page of monitors and maintenance windows. */
import type { ReactNode } from 'react';
import type { LeftOutReason, MonitorKind, Weekday } from '../../../core/monitors.ts';
import { ServerLink } from '../../ui/server-link.tsx';

export const monitors = 'Moniteurs';
export const addMonitor = 'Ajouter un moniteur';
export const newMonitor = 'Nouveau moniteur';
export const siteAddress = 'L’adresse du site';
export const noMonitors = 'Aucun moniteur pour l’instant';
export const noMonitorsHint = (
  <>
    Surveillez d’autres pages et serveurs, des ports, des enregistrements DNS et des tâches comme les
    sauvegardes.{' '}
    <ServerLink href="/docs/monitoring#more-monitors">Comment fonctionnent les moniteurs</ServerLink>
  </>
);
export const kind = 'À surveiller';
export const kinds: Readonly<Record<MonitorKind, string>> = {
  http: 'Une adresse web',
  tcp: 'Un port',
  dns: 'Un enregistrement DNS',
  heartbeat: 'Une tâche qui se signale',
};
export const name = 'Nom';
export const url = 'Adresse';
export const method = 'Méthode';
export const expectedStatus = 'Statut attendu';
export const expectedStatusHint = 'Par exemple 200 ou 200, 401. Vide : tout statut de 200 à 299.';
export const keyword = 'Texte dans la réponse';
export const keywordHint = 'Texte simple, cherché dans les 256 premiers Ko. Vide : pas de recherche.';
export const keywordCondition = 'Le texte doit être';
export const keywordConditions = { present: 'présent', absent: 'absent' } as const;
export const headers = 'En-têtes de la requête';
export const headersHint =
  'Un par ligne, par exemple Authorization: Bearer … Ils ne seront plus jamais affichés.';
export const headersKept = 'Laissez vide pour garder ceux enregistrés.';
export const body = 'Corps de la requête';
export const host = 'Serveur';
export const port = 'Port';
export const recordType = 'Type d’enregistrement';
export const expectedValue = 'Valeur attendue';
export const expectedValueHint =
  'Un des enregistrements doit avoir cette valeur. Vide : n’importe quel enregistrement.';
export const periodMinutes = 'Se signale toutes les (minutes)';
export const graceMinutes = 'Retard admis (minutes)';
export const heartbeatTitle = 'Votre tâche doit appeler cette adresse une fois terminée :';
export const heartbeatWhat = 'l’adresse';
export const renewAddress = 'Nouvelle adresse';
export const edit = 'Modifier';
export const pause = 'Suspendre';
export const resume = 'Reprendre';
export const paused = 'Suspendu';
export const unknown = 'Non vérifié';
export const checked = (ago: ReactNode) => <>vérifié {ago}</>;
export const uptime = (percent: string) => `disponibilité ${percent}`;
export const remove = 'Supprimer';
export const removeNamed = (named: string) => `Supprimer ${named}`;
export const removeMonitorQuestion = 'Supprimer ce moniteur ?';
export const removeMonitorHint = (named: ReactNode) => <>{named} et son historique seront supprimés.</>;

export const automatic = 'ajouté automatiquement';
export const keep = 'Conserver';
export const exclude = 'Exclure';
export const excludeNamed = (named: string) => `Exclure ${named}`;
export const excludeQuestion = 'Exclure cette page ?';
export const excludeHint = (named: ReactNode) => (
  <>{named} n’est plus surveillée, son historique est supprimé, et elle ne sera pas ajoutée de nouveau.</>
);
export const watchedPages = 'Pages les plus visitées';
export const watchedPagesHint = (
  <>
    Surveillez les pages qui ont eu le plus de visiteurs ces 7 derniers jours. Elles sont choisies une fois
    par jour ; une page est retirée après une semaine hors de la liste.{' '}
    <ServerLink href="/docs/monitoring#the-most-visited-pages">Comment les pages sont choisies</ServerLink>
  </>
);
export const watchedCount = 'Pages à surveiller';
export const watchedNone = 'Aucune';
export const excludedPaths = 'Chemins exclus';
export const excludedPathsHint = 'Un par ligne, par exemple /login ou /compte/**.';
export const renewed = (ago: ReactNode) => <>Choisies {ago}.</>;
export const soonChosen = 'Les pages sont choisies dans la minute.';
export const leftOut = 'Souvent visitées, mais pas surveillées :';
export const leftOutReasons: Readonly<Record<LeftOutReason, string>> = {
  not_found: 'introuvable (404)',
  failing: 'ne répond pas correctement',
  redirected: 'redirige vers une autre page',
  monitored: 'a déjà un de vos moniteurs',
  no_room: 'le site a déjà 100 moniteurs',
};

export const windows = 'Fenêtres de maintenance';
export const noWindows = 'Aucune maintenance prévue';
export const noWindowsHint =
  'Pendant une fenêtre de maintenance, les échecs ne comptent pas comme des pannes et n’envoient aucun e-mail.';
export const addWindow = 'Prévoir une maintenance';
export const windowKind = 'Quand';
export const windowKinds = { once: 'Une fois', weekly: 'Chaque semaine' } as const;
export const startsAt = 'Début';
export const endsAt = 'Fin';
export const inYourZone = (zone: string) => `Fuseau horaire : ${zone}`;
export const weekdays: Readonly<Record<Weekday, string>> = {
  sunday: 'Dimanche',
  monday: 'Lundi',
  tuesday: 'Mardi',
  wednesday: 'Mercredi',
  thursday: 'Jeudi',
  friday: 'Vendredi',
  saturday: 'Samedi',
};
export const onDays = 'Jours';
export const startTime = 'Début à';
export const durationMinutes = 'Minutes';
export const active = 'Maintenant';
export const next = (at: ReactNode) => <>prochaine : {at}</>;
export const last = (at: ReactNode) => <>dernière : {at}</>;
export const over = 'terminée';
export const weekly = (days: string, time: string, minutes: number) => `${days}, ${time}, ${minutes} min`;
export const removeWindowQuestion = 'Supprimer cette fenêtre de maintenance ?';
export const removeWindowHint = (named: ReactNode) => (
  <>{named} sera supprimée ; ce qu’elle a masqué le reste.</>
);
