/** Texts about the address by which deployments add annotations. */
import type { ReactNode } from 'react';
import { ServerLink } from '../ui/server-link.tsx';

export const title = 'Deploy hook';
export const hint = (
  <>
    Have your deployments add annotations: by one request, or a webhook of GitHub, GitLab, Netlify or Vercel.{' '}
    <ServerLink href="/docs/insights-and-signals#deploy-hook">How to set it up</ServerLink>
  </>
);
export const create = 'Create address';
export const renew = 'Renew address';
export const remove = 'Delete address';
export const reveal = 'Send deployments to this address:';
export const what = 'the address';
export const neverUsed = 'Not used yet.';
export const lastUsed = (ago: ReactNode) => <>Last used {ago}.</>;
export const renewQuestion = 'Renew the address?';
export const removeQuestion = 'Delete the address?';
export const endsHint = 'Deployments that use the current one are no longer annotated.';
