/** The API keys page. */

import { useState } from 'react';
import { useApi } from '../../app/query-client.ts';
import { SecretReveal } from '../../forms/secret-reveal.tsx';
import * as labels from '../../labels/api-keys.tsx';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { type ApiKey, KeyRow } from './api-key-row.tsx';
import { KeyUsage } from './api-key-usage.tsx';
import { NewKey } from './new-api-key.tsx';
import { SettingsLayout } from './settings-layout.tsx';

export function KeysPage() {
  const query = useApi<{ keys: readonly ApiKey[] }>('/keys');
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <SettingsLayout title={shared.apiKeys}>
      <Panel title={labels.newKey}>
        {secret === null ? (
          <NewKey onMade={setSecret} />
        ) : (
          <SecretReveal
            title={labels.yourNewKey}
            what={labels.keyName}
            secret={secret}
            onDone={() => setSecret(null)}
          />
        )}
      </Panel>
      <Panel title={labels.yourKeys}>
        <QueryContent query={query} loading={2}>
          {({ keys }) => <KeyList keys={keys} />}
        </QueryContent>
      </Panel>
      {/* Only after the list has loaded: its length is unknown before. */}
      {query.data && <KeyUsage secret={secret} />}
    </SettingsLayout>
  );
}

function KeyList({ keys }: { readonly keys: readonly ApiKey[] }) {
  if (keys.length === 0) {
    return <EmptyState title={labels.noKeys}>{labels.noKeysHint}</EmptyState>;
  }
  return (
    <ul className="rows">
      {keys.map(key => (
        <KeyRow key={key.id} apiKey={key} />
      ))}
    </ul>
  );
}
