/** French texts of the page where a status page is set up and incidents are written. */
import type { ReactNode } from 'react';
import type { IncidentStatus } from '../../../core/status-pages.ts';
import { ServerLink } from '../../ui/server-link.tsx';
import { pluralize } from './language.ts';

export const statusPage = 'Page d’état';
export const titleOf = (named: string) => `État de ${named}`;
export const thisGroup = 'Groupe';
export const noPage = 'Pas encore de page d’état';
export const noPageHint = (
  <>
    Une page publique qui montre si vos moniteurs répondent, leurs 90 derniers jours, les maintenances et ce
    que vous écrivez sur les incidents. Les visiteurs peuvent la suivre par e-mail et par flux.{' '}
    <ServerLink href="/docs/status-pages">Comment fonctionnent les pages d’état</ServerLink>
  </>
);
export const noPageReader = 'Demandez à un administrateur du compte d’en créer une.';
export const createPage = 'Créer la page d’état';
export const website = 'Site web';
export const title = 'Titre';
export const slug = 'Adresse';
export const slugHint = 'La dernière partie de son adresse : minuscules, chiffres et traits d’union.';
export const slugNewHint =
  'Minuscules, chiffres et traits d’union. Vide : une adresse que personne ne peut deviner.';
export const description = 'Description';
export const enabled = 'Tout le monde peut ouvrir la page';
export const noindex = 'Demander aux moteurs de recherche de ne pas la répertorier';
export const showsImpact = 'Montrer ce qu’une panne a coûté : pages vues et événements';
export const monitors = 'Moniteurs sur la page';
export const monitorsHint =
  'Seuls ces noms sont affichés. Les adresses et les erreurs ne le sont jamais, les hôtes seulement si vous le choisissez.';
export const noMonitors = 'Il n’y a pas encore de moniteurs à montrer.';
export const siteAddress = 'L’adresse du site';
export const shownAs = (named: string) => `Nom de « ${named} » sur la page`;
export const showsHost = 'Afficher son hôte';
export const online = 'Publique';
export const offline = 'Non publique';
export const pageAddress = 'l’adresse';
export const open = 'Ouvrir la page';
export const subscribers = (count: number) =>
  count === 0 ? 'Pas encore d’abonnés' : pluralize(count, 'abonné', 'abonnés');
export const remove = 'Supprimer';
export const removePage = 'Supprimer la page d’état';
export const removePageQuestion = 'Supprimer cette page d’état ?';
export const removePageHint = (count: number) =>
  count === 0
    ? 'Ses incidents seront supprimés avec elle.'
    : `Ses incidents et ${pluralize(count, 'abonné', 'abonnés')} seront supprimés avec elle.`;

export const incidents = 'Incidents';
export const noIncidents = 'Aucun incident';
export const noIncidentsHint =
  'Les pannes apparaissent d’elles-mêmes. Signalez un incident pour ce qu’aucun moniteur ne voit, comme des commandes lentes.';
export const openIncident = 'Signaler un incident';
export const newIncident = 'Nouvel incident';
export const incidentTitle = 'Ce qui ne va pas';
export const message = 'Message';
export const messageHint = 'Texte brut, visible par tous.';
export const status = 'État';
export const statuses: Readonly<Record<IncidentStatus, string>> = {
  investigating: 'En cours d’analyse',
  identified: 'Cause identifiée',
  monitoring: 'Sous surveillance',
  resolved: 'Résolu',
};
export const affected = 'Moniteurs concernés';
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
