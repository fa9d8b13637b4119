import { teamAccountId } from '../../api-url.ts';
import { usePublicAddress } from '../../app/use-public-address.ts';
import * as labels from '../../labels/api-keys.tsx';
import * as others from '../../labels/other-pages.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerLink } from '../../ui/server-link.tsx';

/** An example call with a key; it works as it stands while the new key is shown. */
export function KeyUsage({ secret }: { readonly secret: string | null }) {
  const origin = usePublicAddress();
  const account = teamAccountId === null ? '' : `?account_id=${teamAccountId}`;
  const command = [
    `curl -H "Authorization: Bearer ${secret ?? 'YOUR_KEY'}" \\`,
    `  "${origin}/api/v1/sites${account}"`,
  ].join('\n');
  return (
    <Panel title={labels.usageTitle}>
      <p>{labels.usageHint}</p>
      <CopyBox text={command} what={others.commandName} />
      <p>
        <ServerLink href="/docs/api">{labels.apiReferenceLink}</ServerLink> ·{' '}
        <ServerLink href="/docs/filters-and-reports">{labels.reportsAndFilters}</ServerLink> ·{' '}
        <ServerLink href="/docs/mcp">{labels.mcpLink}</ServerLink>
      </p>
    </Panel>
  );
}
