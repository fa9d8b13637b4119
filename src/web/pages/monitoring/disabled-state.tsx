/** The empty state of monitoring that is off, with a button to switch it on. */

import type { ReactNode } from 'react';
import { useCanWrite } from '../../app/user.ts';
import * as labels from '../../labels/monitoring.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFeatureToggle } from './use-features.ts';

export function DisabledState({
  siteId,
  title,
  headline,
  feature,
  confirmation,
  children,
}: {
  readonly siteId: number;
  readonly title: string;
  readonly headline: string;
  readonly feature: 'uptime' | 'content_monitoring';
  /** Toast after switching it on. */
  readonly confirmation: string;
  readonly children: ReactNode;
}) {
  const canWrite = useCanWrite();
  const { change, isBusy } = useFeatureToggle(siteId);
  return (
    <Panel title={title} aside={<span className="tag">{labels.off}</span>}>
      <EmptyState title={headline}>
        <div className="stack">
          <p>
            {children} <a href="/docs/monitoring">{labels.moreOnMonitoring}</a>
          </p>
          <div>
            {canWrite ? (
              <Button
                variant="primary"
                isBusy={isBusy}
                onClick={() => void change({ [feature]: true }, confirmation)}
              >
                {labels.switchOn}
              </Button>
            ) : (
              labels.ownerCanSwitchOn
            )}
          </div>
        </div>
      </EmptyState>
    </Panel>
  );
}

/** A button that switches it off; hidden from users who may not. */
export function DisableButton({
  siteId,
  feature,
  confirmation,
  label,
}: {
  readonly siteId: number;
  readonly feature: 'uptime' | 'content_monitoring';
  readonly confirmation: string;
  /** Accessible name of the button. */
  readonly label: string;
}) {
  const canWrite = useCanWrite();
  const { change, isBusy } = useFeatureToggle(siteId);
  if (!canWrite) return null;
  return (
    <Button
      isSmall
      variant="quiet"
      aria-label={label}
      isBusy={isBusy}
      onClick={() => void change({ [feature]: false }, confirmation)}
    >
      {labels.switchOff}
    </Button>
  );
}
