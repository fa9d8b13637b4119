/** French texts of the page of monitors and maintenance windows. */
import type { ReactNode } from 'react';
import type { LeftOutReason, MonitorKind, Weekday } from '../../../core/monitors.ts';
import { ServerLink } from '../../ui/server-link.tsx';

export const monitors = 'Sondes';
export const addMonitor = 'Ajouter une sonde';
export const newMonitor = 'Nouvelle sonde';
export const siteAddress = 'L’adresse du site';
export const noMonitors = 'Aucune sonde pour l’instant';
export const noMonitorsHint = (
  <>
    Surveillez d’autres pages et serveurs, des ports, des enregistrements DNS et des tâches comme les
    sauvegardes.{' '}
    <ServerLink href="/docs/monitoring#more-monitors">Comment fonctionnent les sondes</ServerLink>
  </>
);
export const kind = 'Type';
export const kinds: Readonly<Record<MonitorKind, string>> = {
  http: 'URL',
  tcp: 'Port TCP',
  dns: 'Enregistrement DNS',
  heartbeat: 'Tâche planifiée (heartbeat)',
};
export const name = 'Nom';
export const url = 'URL';
export const method = 'Méthode';
export const expectedStatus = 'Statut attendu';
export const expectedStatusHint = 'Par exemple 200 ou 200, 401. Par défaut : 200–299.';
export const keyword = 'Texte dans la réponse';
export const keywordHint = 'Texte brut dans les 256 premiers ko. Laissez vide pour ne rien vérifier.';
export const keywordCondition = 'Le texte doit être';
export const keywordConditions = { present: 'présent', absent: 'absent' } as const;
export const headers = 'En-têtes de la requête';
export const headersHint = 'Un par ligne, par exemple Authorization: Bearer … Masqués une fois enregistrés.';
export const headersKept = 'Laissez vide pour garder ceux enregistrés.';
export const body = 'Corps de la requête';
export const host = 'Hôte';
export const port = 'Port';
export const recordType = 'Type d’enregistrement';
export const expectedValue = 'Valeur attendue';
export const expectedValueHint =
  'Au moins un enregistrement doit correspondre. Laissez vide pour accepter toute valeur.';
export const periodMinutes = 'Intervalle attendu (minutes)';
export const graceMinutes = 'Retard admis (minutes)';
export const heartbeatTitle = 'Appelez cette URL à la fin de votre tâche :';
export const heartbeatWhat = 'l’URL';
export const renewAddress = 'Régénérer l’URL';
export const edit = 'Modifier';
export const history = 'Historique';
export const pause = 'Suspendre';
export const resume = 'Reprendre';
export const paused = 'Suspendue';
export const unknown = 'Non vérifiée';
export const checked = (ago: ReactNode) => <>vérifiée {ago}</>;
export const uptime = (percent: string) => `disponibilité ${percent}`;
export const remove = 'Supprimer';
export const removeNamed = (named: string) => `Supprimer ${named}`;
export const removeMonitorQuestion = 'Supprimer cette sonde ?';
export const removeMonitorHint = (named: ReactNode) => <>{named} et son historique seront supprimés.</>;

export const automatic = 'ajoutée automatiquement';
export const keep = 'Conserver';
export const exclude = 'Exclure';
export const excludeNamed = (named: string) => `Exclure ${named}`;
export const excludeQuestion = 'Exclure cette page ?';
export const excludeHint = (named: ReactNode) => (
  <>{named} ne sera plus surveillée ni ajoutée de nouveau. Son historique sera supprimé.</>
);
export const watchedPages = 'Pages les plus visitées';
export const watchedPagesHint = (
  <>
    Surveillez les pages qui ont eu le plus de visiteurs ces 7 derniers jours. Elles sont choisies une fois
    par jour ; une page est retirée après une semaine hors de la liste.{' '}
    <ServerLink href="/docs/monitoring#most-visited-pages">Comment les pages sont choisies</ServerLink>
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
  monitored: 'a déjà une de vos sondes',
  no_room: 'le site a déjà 100 sondes',
};

export const windows = 'Fenêtres de maintenance';
export const noWindows = 'Aucune maintenance prévue';
export const noWindowsHint =
  'Pendant une fenêtre de maintenance, les échecs ne comptent pas comme des pannes et ne déclenchent aucun e-mail.';
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
export const startTime = 'Heure de début';
export const durationMinutes = 'Minutes';
export const active = 'En cours';
export const next = (at: ReactNode) => <>prochaine : {at}</>;
export const last = (at: ReactNode) => <>dernière : {at}</>;
export const over = 'terminée';
export const weekly = (days: string, time: string, minutes: number) => `${days}, ${time}, ${minutes} min`;
export const removeWindowQuestion = 'Supprimer cette fenêtre de maintenance ?';
export const removeWindowHint = (named: ReactNode) => (
  <>{named} sera supprimée. Les échecs survenus pendant les maintenances passées restent masqués.</>
);
