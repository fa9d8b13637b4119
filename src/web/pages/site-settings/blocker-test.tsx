/** Tries from the owner's browser whether a content blocker stops the script, or what it sends. */
import { useState } from 'react';
import { isAnswered, isServerThere } from '../../api.ts';
import type { Site } from '../../app/site-layout.tsx';
import { collectorPath, scriptPath } from '../../base-path.ts';
import * as labels from '../../labels/blocker-test.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Panel } from '../../ui/panel.tsx';

type Outcome = 'passed' | 'blocked' | 'unreachable';

async function testBlocker({ uid }: Pick<Site, 'uid'>): Promise<Outcome> {
  const passed = await Promise.all([
    isAnswered('GET', `/${scriptPath}/${uid}.js`),
    isAnswered('OPTIONS', `/${collectorPath}/${uid}`),
  ]);
  if (passed.every(Boolean)) return 'passed';
  return (await isServerThere()) ? 'blocked' : 'unreachable';
}

export function BlockerTest({ site }: { readonly site: Site }) {
  const [outcome, setOutcome] = useState<Outcome>();
  return (
    <Panel title={labels.title}>
      <p>{labels.hint}</p>
      <p>
        <ActionButton work={async () => setOutcome(await testBlocker(site))}>{labels.test}</ActionButton>
      </p>
      <div role="status">
        {outcome === 'passed' && <p>{labels.passed}</p>}
        {outcome === 'blocked' && <p className="banner">{labels.blocked}</p>}
        {outcome === 'unreachable' && <p className="banner">{labels.unreachable}</p>}
      </div>
    </Panel>
  );
}
