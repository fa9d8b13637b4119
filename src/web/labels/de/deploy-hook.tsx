/** German texts about the address by which deployments add annotations. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';

export const title = 'Deploy-Hook';
export const hint = (
  <>
    Lassen Sie Ihre Deployments Anmerkungen hinzufügen: mit einem Aufruf oder einem Webhook von GitHub,
    GitLab, Netlify oder Vercel.{' '}
    <ServerLink href="/docs/insights-and-signals#deploy-hook">So richten Sie es ein</ServerLink>
  </>
);
export const create = 'Adresse anlegen';
export const renew = 'Adresse erneuern';
export const remove = 'Adresse löschen';
export const reveal = 'Senden Sie Deployments an diese Adresse:';
export const what = 'Adresse';
export const neverUsed = 'Noch nicht benutzt.';
export const lastUsed = (ago: ReactNode) => <>Zuletzt benutzt {ago}.</>;
export const renewQuestion = 'Adresse erneuern?';
export const removeQuestion = 'Adresse löschen?';
export const endsHint = 'Deployments, die die jetzige benutzen, werden nicht mehr angemerkt.';
