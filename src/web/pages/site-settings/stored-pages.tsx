/** Applying page rules to what was counted before, and taking queries out of old addresses. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import * as labels from '../../labels/changes.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ChangeAction } from './change-action.tsx';

type Kind = keyof typeof labels.pageChanges;

/** Changes of the pages so far by what is saved; those by rules only where the site has some. */
export function StoredPages({ siteId, hasRules }: { readonly siteId: number; readonly hasRules: boolean }) {
  return (
    <Panel title={labels.earlierPages}>
      {hasRules && <PageChange siteId={siteId} kind="page_rules" />}
      <PageChange siteId={siteId} kind="clean_paths" />
    </Panel>
  );
}

function PageChange({ siteId, kind }: { readonly siteId: number; readonly kind: Kind }) {
  const [, navigate] = useLocation();
  // Reading all of the past takes a while.
  const [isShown, setIsShown] = useState(false);
  const { intro, show } = labels.pageChanges[kind];
  return (
    <>
      <p>{intro}</p>
      {isShown ? (
        <ChangeAction
          siteId={siteId}
          body={{ kind }}
          texts={labels.pageChanges[kind]}
          onStarted={() => navigate(`/sites/${siteId}/settings/data`)}
        />
      ) : (
        <Button isSmall onClick={() => setIsShown(true)}>
          {show}
        </Button>
      )}
    </>
  );
}
