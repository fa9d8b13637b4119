/** French texts about the address by which deployments add annotations. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';

export const title = 'Hook de déploiement';
export const hint = (
  <>
    Laissez vos déploiements ajouter des annotations : par une requête, ou un webhook de GitHub, GitLab,
    Netlify ou Vercel.{' '}
    <ServerLink href="/docs/insights-and-signals#deploy-hook">Comment le configurer</ServerLink>
  </>
);
export const create = 'Créer une adresse';
export const renew = 'Renouveler l’adresse';
export const remove = 'Supprimer l’adresse';
export const reveal = 'Envoyez les déploiements à cette adresse :';
export const what = 'l’adresse';
export const neverUsed = 'Pas encore utilisée.';
export const lastUsed = (ago: ReactNode) => <>Utilisée pour la dernière fois {ago}.</>;
export const renewQuestion = 'Renouveler l’adresse ?';
export const removeQuestion = 'Supprimer l’adresse ?';
export const endsHint = 'Les déploiements qui utilisent l’adresse actuelle ne sont plus annotés.';
