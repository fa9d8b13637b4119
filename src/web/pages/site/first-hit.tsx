/** The page of a site without hits: install instructions. Becomes the dashboard when the first hit arrives. */

import { Link } from 'wouter';
import type { Site } from '../../app/site-layout.tsx';
import { useCanWrite } from '../../app/user.ts';
import * as labels from '../../labels/first-hit.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Install, NoHitHints } from './install.tsx';
import { WaitingRefusals } from './refusals.tsx';

export function FirstHit({
  site,
  onShowDashboard,
}: {
  readonly site: Site;
  readonly onShowDashboard: () => void;
}) {
  const canWrite = useCanWrite();
  if (!site.active) {
    return (
      <Panel title={labels.offTitle}>
        <p>
          {labels.offHint(canWrite && <Link href={`/sites/${site.id}/settings`}>{labels.switchOnLink}</Link>)}
        </p>
      </Panel>
    );
  }
  return (
    <div className="first-hit">
      <Panel title={labels.addTrackingCode}>
        <Install site={site} />
        <p className="first-hit-waiting" role="status">
          <span className="dot" aria-hidden="true" />
          <span>{labels.waitingForVisit}</span>
        </p>
      </Panel>
      <Panel title={labels.noDataTitle}>
        <WaitingRefusals siteId={site.id} />
        <NoHitHints site={site} />
        <div>
          <Button isSmall onClick={onShowDashboard}>
            {labels.goToDashboard}
          </Button>
        </div>
      </Panel>
    </div>
  );
}
