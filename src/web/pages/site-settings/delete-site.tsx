import { useLocation } from 'wouter';
import { call } from '../../api.ts';
import { invalidate, removeCached } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { displayHost } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/site-settings.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { TypedConfirmation } from './typed-confirmation.tsx';

/** Removes all that was counted; the settings stay. */
export function ResetSite({ site }: { readonly site: Site }) {
  const toast = useToast();
  const host = displayHost(site.url);
  const reset = async () => {
    await call('POST', `/sites/${site.id}/reset`, { body: { confirm: new URL(site.url).host } });
    toast(labels.siteReset(site.label));
    await invalidate(`/sites/${site.id}`, '/sites', '/groups');
  };
  return (
    <TypedConfirmation
      title={labels.resetSite}
      hint={labels.resetHint(formatNumber(site.lifetime_hits))}
      button={labels.resetTitle}
      question={labels.resetQuestion}
      text={host}
      textLabel={labels.domain}
      wrongText={labels.wrongDomain}
      action={labels.deleteConfirm}
      work={reset}
    />
  );
}

export function DeleteSite({ site }: { readonly site: Site }) {
  const [, navigate] = useLocation();
  const toast = useToast();
  const remove = async () => {
    await call('DELETE', `/sites/${site.id}`);
    navigate('/');
    toast(labels.siteDeleted(site.label));
    // The site is gone: only lists are fetched again.
    removeCached(`/sites/${site.id}`);
    await invalidate('/sites', '/groups');
  };
  return (
    <TypedConfirmation
      title={labels.deleteSite}
      hint={labels.deleteHint(formatNumber(site.lifetime_hits))}
      button={labels.deleteTitle}
      question={labels.deleteQuestion}
      text={site.label}
      textLabel={labels.siteName}
      wrongText={labels.wrongName}
      action={labels.deleteConfirm}
      work={remove}
    />
  );
}
