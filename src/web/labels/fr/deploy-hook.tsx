/** French texts about the address by which deployments add annotations. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';

export const title = 'Hook de déploiement';
export const hint = (
  <>
    Annotez vos déploiements automatiquement, depuis GitHub, GitLab, Netlify, Vercel ou par une simple
    requête. <ServerLink href="/docs/insights-and-signals#deploy-hook">Comment le configurer</ServerLink>
  </>
);
export const create = 'Créer l’URL';
export const renew = 'Régénérer l’URL';
export const remove = 'Supprimer l’URL';
export const reveal = 'Envoyez les déploiements à cette URL :';
export const what = 'l’URL';
export const neverUsed = 'Pas encore utilisée.';
export const lastUsed = (ago: ReactNode) => <>Utilisée pour la dernière fois {ago}.</>;
export const renewQuestion = 'Régénérer l’URL ?';
export const removeQuestion = 'Supprimer l’URL ?';
export const endsHint = 'Les déploiements envoyés à l’URL actuelle ne seront plus annotés.';
