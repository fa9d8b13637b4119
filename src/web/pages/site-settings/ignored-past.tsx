/** Removing what was counted before it was excluded. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import * as labels from '../../labels/changes.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ChangeAction } from './change-action.tsx';
import { toIgnoredConditions } from './conditions.ts';
import type { SiteSettings } from './use-site-settings.ts';

export function IgnoredPast({
  siteId,
  settings,
}: {
  readonly siteId: number;
  readonly settings: SiteSettings;
}) {
  const [, navigate] = useLocation();
  // Reading all of the past takes a while.
  const [shown, setShown] = useState<string | null>(null);
  const filters = toIgnoredConditions(settings);
  if (!filters) return null;
  const key = JSON.stringify(filters);
  return (
    <Panel title={labels.pastTitle}>
      <p>{labels.pastHint}</p>
      {shown === key ? (
        <ChangeAction
          siteId={siteId}
          body={{ kind: 'remove_hits', filters }}
          onStarted={() => navigate(`/sites/${siteId}/settings/data`)}
        />
      ) : (
        <Button isSmall onClick={() => setShown(key)}>
          {labels.showPast}
        </Button>
      )}
    </Panel>
  );
}
