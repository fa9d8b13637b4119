/** A site that nobody has visited yet: the way to its first hit. It turns into the dashboard by itself. */
import { Link } from 'wouter';
import type { Site } from '../../app/site-layout.tsx';
import { useCanWrite } from '../../app/user.ts';
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
      <Panel title="This site takes no hits">
        <p>
          It is switched off.{' '}
          {canWrite && <Link href={`/sites/${site.id}/settings`}>Switch it on in its settings.</Link>}
        </p>
      </Panel>
    );
  }
  return (
    <div className="first-hit">
      <Panel title="Add the snippet">
        <Install site={site} />
        <p className="first-hit-waiting" role="status">
          <span className="first-hit-dot" aria-hidden="true" />
          <span>
            <b>Waiting for the first hit.</b> Open a page that has the snippet: this page turns into the
            dashboard by itself.
          </span>
        </p>
      </Panel>
      <Panel title="No hit comes?">
        <WaitingRefusals siteId={site.id} />
        <NoHitHints site={site} />
        <div>
          <Button isSmall onClick={onShowDashboard}>
            Show the empty dashboard
          </Button>
        </div>
      </Panel>
    </div>
  );
}
