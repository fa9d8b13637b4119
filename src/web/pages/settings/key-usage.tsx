import { teamAccountId } from '../../api.ts';
import { usePublicOrigin } from '../../app/use-public-origin.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Panel } from '../../ui/panel.tsx';

/** How a program uses a key: a call that works as it stands while the new key is in sight. */
export function KeyUsage({ secret }: { readonly secret: string | null }) {
  const origin = usePublicOrigin();
  const account = teamAccountId === null ? '' : `?account_id=${teamAccountId}`;
  const command = [
    `curl -H "Authorization: Bearer ${secret ?? 'YOUR_KEY'}" \\`,
    `  "${origin}/api/v1/sites${account}"`,
  ].join('\n');
  return (
    <Panel title="Using a key">
      <p>Send it with every request. This lists your sites:</p>
      <CopyBox text={command} what="the command" />
      <p>
        <a href="/docs/api">Everything the API can do</a> ·{' '}
        <a href="/docs/filters-and-reports">Reports and filters</a> ·{' '}
        <a href="/docs/mcp">Questions from an AI assistant</a>
      </p>
    </Panel>
  );
}
