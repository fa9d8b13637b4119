/** The API keys page. */

import { useState } from 'react';
import { useApi } from '../../app/query-client.ts';
import { SecretReveal } from '../../forms/secret-reveal.tsx';
import * as labels from '../../labels/api-keys.tsx';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type ApiKey, KeyRow } from './key-row.tsx';
import { KeyUsage } from './key-usage.tsx';
import { NewKey } from './new-key.tsx';
import { SettingsLayout } from './settings-layout.tsx';

export function KeysPage() {
  const { data, error, refetch } = useApi<{ keys: readonly ApiKey[] }>('/keys');
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
        {data ? (
          <KeyList keys={data.keys} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows count={2} />
        )}
      </Panel>
      {/* Only after the list has loaded: its length is unknown before. */}
      {data && <KeyUsage secret={secret} />}
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
