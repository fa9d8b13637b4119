/** How many pageviews came from hosting networks, where these are many. */
import { Link } from 'wouter';
import { useView } from '../../app/use-view.ts';
import { useCanWrite } from '../../app/user.ts';
import { formatShare } from '../../format.ts';
import * as labels from '../../labels/networks.ts';
import { withFilter } from '../../view.ts';

/** A sentence with a way to leave them out; nothing where the view is of some networks. */
export function HostingShare({ siteId, share }: { readonly siteId: number; readonly share: number }) {
  const { view, toHref } = useView();
  const canWrite = useCanWrite();
  if (view.filters.some(({ name }) => name === 'network')) return null;
  return (
    <p className="hint">
      {labels.hostingShare(formatShare(share))}{' '}
      <Link href={toHref(withFilter(view, { name: 'network', value: 'hosting', isExcluded: true }))}>
        {labels.withoutThem}
      </Link>
      {canWrite && (
        <>
          {' · '}
          <Link href={`/sites/${siteId}/settings/ignoring`}>{labels.excludeThem}</Link>
        </>
      )}
    </p>
  );
}
