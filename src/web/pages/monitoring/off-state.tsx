/** What a kind of monitoring would tell, where it is off, and the way to switch it on. */
import type { ReactNode } from 'react';
import { useCanWrite } from '../../app/user.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/notices.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSwitch } from './use-features.ts';

export function OffState({
  siteId,
  title,
  headline,
  feature,
  said,
  children,
}: {
  readonly siteId: number;
  readonly title: string;
  readonly headline: string;
  readonly feature: 'uptime' | 'content_monitoring';
  /** What is said once it is on. */
  readonly said: string;
  readonly children: ReactNode;
}) {
  const canWrite = useCanWrite();
  const { change, isBusy } = useSwitch(siteId);
  return (
    <Panel title={title} aside={<span className="tag">Off</span>}>
      <Empty title={headline}>
        <div className="stack">
          <p>
            {children} <a href="/docs/monitoring">More on monitoring</a>
          </p>
          <div>
            {canWrite ? (
              <Button look="primary" isBusy={isBusy} onClick={() => void change({ [feature]: true }, said)}>
                Switch on
              </Button>
            ) : (
              'The owner of the account can switch it on.'
            )}
          </div>
        </div>
      </Empty>
    </Panel>
  );
}

/** Switches it off again; nothing for those who may not. */
export function SwitchOff({
  siteId,
  feature,
  said,
  label,
}: {
  readonly siteId: number;
  readonly feature: 'uptime' | 'content_monitoring';
  readonly said: string;
  /** Which is switched off, for whoever hears the button alone. */
  readonly label: string;
}) {
  const canWrite = useCanWrite();
  const { change, isBusy } = useSwitch(siteId);
  if (!canWrite) return null;
  return (
    <Button
      isSmall
      look="quiet"
      aria-label={label}
      isBusy={isBusy}
      onClick={() => void change({ [feature]: false }, said)}
    >
      Switch off
    </Button>
  );
}
