/** Texts about the address by which deployments add annotations. */
import type { ReactNode } from 'react';
import { ServerLink } from '../ui/server-link.tsx';

export const title = 'Deploy hook';
export const hint = (
  <>
    Annotate deploys automatically, from GitHub, GitLab, Netlify, Vercel or a single request.{' '}
    <ServerLink href="/docs/insights-and-signals#deploy-hook">How to set it up</ServerLink>
  </>
);
export const create = 'Create URL';
export const renew = 'Regenerate URL';
export const remove = 'Delete URL';
export const reveal = 'Send deployments to this URL:';
export const what = 'the URL';
export const neverUsed = 'Not used yet.';
export const lastUsed = (ago: ReactNode) => <>Last used {ago}.</>;
export const renewQuestion = 'Regenerate the URL?';
export const removeQuestion = 'Delete the URL?';
export const endsHint = 'Deployments sent to the current URL will no longer be annotated.';
