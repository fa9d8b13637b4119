/** French texts of the page where a status page is set up and incidents are written. */
import type { ReactNode } from 'react';
import type { IncidentStatus } from '../../../core/status-pages.ts';
import { ServerLink } from '../../ui/server-link.tsx';
import { pluralize } from './language.ts';

export const statusPage = 'Page de statut';
export const titleOf = (named: string) => `Statut de ${named}`;
export const thisGroup = 'Groupe';
export const noPage = 'Pas encore de page de statut';
export const noPageHint = (
  <>
    Une page publique avec le statut de vos sondes, les 90 derniers jours, les incidents et les maintenances.
    Les visiteurs peuvent s’y abonner par e-mail ou par flux.{' '}
    <ServerLink href="/docs/status-pages">Comment fonctionnent les pages de statut</ServerLink>
  </>
);
export const noPageReader = 'Demandez à un admin du compte d’en créer une.';
export const createPage = 'Créer la page de statut';
export const website = 'Site web';
export const title = 'Titre';
export const slug = 'URL';
export const slugHint = 'Dernière partie de l’URL : minuscules, chiffres et traits d’union.';
export const slugNewHint = 'Minuscules, chiffres et traits d’union. Laissez vide pour une URL aléatoire.';
export const description = 'Description';
export const enabled = 'Rendre la page publique';
export const noindex = 'Masquer dans les moteurs de recherche';
export const showsImpact = 'Afficher l’impact des pannes : pages vues et événements manqués';
export const monitors = 'Sondes affichées';
export const monitorsHint =
  'Les visiteurs ne voient que ces noms. Les URL et les erreurs restent privées ; l’affichage de l’hôte est facultatif.';
export const noMonitors = 'Aucune sonde à afficher pour l’instant.';
export const siteAddress = 'L’adresse du site';
export const shownAs = (named: string) => `Nom de « ${named} » sur la page`;
export const showsHost = 'Afficher l’hôte';
export const online = 'Publique';
export const offline = 'Non publique';
export const pageAddress = 'l’URL';
export const open = 'Ouvrir la page';
export const subscribers = (count: number) =>
  count === 0 ? 'Pas encore d’abonnés' : pluralize(count, 'abonné', 'abonnés');
export const remove = 'Supprimer';
export const removePage = 'Supprimer la page de statut';
export const removePageQuestion = 'Supprimer cette page de statut ?';
export const removePageHint = (count: number) =>
  count === 0
    ? 'Ses incidents seront supprimés avec elle.'
    : `Ses incidents et ${pluralize(count, 'abonné', 'abonnés')} seront supprimés avec elle.`;

export const incidents = 'Incidents';
export const noIncidents = 'Aucun incident';
export const noIncidentsHint =
  'Les pannes apparaissent automatiquement. Signalez un incident pour tout le reste, comme des commandes lentes.';
export const openIncident = 'Signaler un incident';
export const newIncident = 'Nouvel incident';
export const incidentTitle = 'Titre';
export const message = 'Message';
export const messageHint = 'Texte brut, visible par tous.';
export const status = 'Statut';
export const statuses: Readonly<Record<IncidentStatus, string>> = {
  investigating: 'En cours d’analyse',
  identified: 'Cause identifiée',
  monitoring: 'Sous surveillance',
  resolved: 'Résolu',
};
export const affected = 'Sondes concernées';
export const affects = (names: string) => `Concerne ${names}`;
export const notify = 'Prévenir les abonnés par e-mail';
export const addNote = 'Ajouter une note';
export const addNoteTo = (named: string) => `Ajouter une note à ${named}`;
export const resolve = 'Résoudre';
export const resolveNamed = (named: string) => `Résoudre ${named}`;
export const began = (time: ReactNode) => <>Depuis le {time}</>;
export const lasted = (from: ReactNode, to: ReactNode) => (
  <>
    {from} – {to}
  </>
);
export const removeIncidentNamed = (named: string) => `Supprimer ${named}`;
export const removeIncidentQuestion = 'Supprimer cet incident ?';
export const removeIncidentHint = (named: ReactNode) => <>{named} sera supprimé avec ses notes.</>;
export const removeNote = 'Supprimer la note';

export const downtimes = 'Pannes sur la page';
export const noDowntimes = 'Aucune panne ces 90 derniers jours.';
export const ongoing = 'En cours';
