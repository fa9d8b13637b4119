/** The empty state of monitoring that is off, and the buttons that switch it on and off. */

import { useCanWrite } from '../../app/user.ts';
import * as labels from '../../labels/monitoring.tsx';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { useFeatureToggle } from './use-features.ts';

/** Labels of the kinds of monitoring. */
const FEATURES = {
  uptime: {
    title: shared.uptime,
    headline: labels.uptimeTitle,
    hint: labels.uptimeHint,
    switchedOn: labels.uptimeSwitchedOn,
    switchOff: labels.switchOffUptime,
    switchedOff: labels.uptimeSwitchedOff,
  },
  content_monitoring: {
    title: shared.content,
    headline: labels.contentTitle,
    hint: labels.contentHint,
    switchedOn: labels.contentSwitchedOn,
    switchOff: labels.switchOffContent,
    switchedOff: labels.contentOff,
  },
} as const;

interface FeatureProps {
  readonly siteId: number;
  readonly feature: keyof typeof FEATURES;
}

export function DisabledState({ siteId, feature }: FeatureProps) {
  const canWrite = useCanWrite();
  const { change, isBusy } = useFeatureToggle(siteId);
  const { title, headline, hint, switchedOn } = FEATURES[feature];
  return (
    <Panel title={title} aside={<span className="tag">{labels.off}</span>}>
      <EmptyState title={headline}>
        <div className="stack">
          <p>
            {hint} <ServerLink href="/docs/monitoring">{labels.moreOnMonitoring}</ServerLink>
          </p>
          <div>
            {canWrite ? (
              <Button
                variant="primary"
                isBusy={isBusy}
                onClick={() => void change({ [feature]: true }, switchedOn)}
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
export function DisableButton({ siteId, feature }: FeatureProps) {
  const canWrite = useCanWrite();
  const { change, isBusy } = useFeatureToggle(siteId);
  const { switchOff, switchedOff } = FEATURES[feature];
  if (!canWrite) return null;
  return (
    <Button
      isSmall
      variant="quiet"
      aria-label={switchOff}
      isBusy={isBusy}
      onClick={() => void change({ [feature]: false }, switchedOff)}
    >
      {labels.switchOff}
    </Button>
  );
}
