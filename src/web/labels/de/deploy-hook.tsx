/** German texts about the address by which deployments add annotations. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';

export const title = 'Deploy-Hook';
export const hint = (
  <>
    Deployments automatisch als Anmerkungen festhalten: aus GitHub, GitLab, Netlify, Vercel oder mit einer
    einzigen Anfrage.{' '}
    <ServerLink href="/docs/insights-and-signals#deploy-hook">So richten Sie es ein</ServerLink>
  </>
);
export const create = 'URL erstellen';
export const renew = 'URL neu erzeugen';
export const remove = 'URL löschen';
export const reveal = 'Senden Sie Deployments an diese URL:';
export const what = 'URL';
export const neverUsed = 'Noch nicht verwendet.';
export const lastUsed = (ago: ReactNode) => <>Zuletzt verwendet {ago}.</>;
export const renewQuestion = 'URL neu erzeugen?';
export const removeQuestion = 'URL löschen?';
export const endsHint =
  'Deployments, die an die bisherige URL gesendet werden, erscheinen nicht mehr als Anmerkungen.';
