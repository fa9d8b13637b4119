/** Actions on issues: rechecking and ignoring. */

import { useEffect, useState } from 'react';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useCanWrite } from '../../app/user.ts';
import * as labels from '../../labels/monitoring.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useAsyncAction } from '../../ui/use-async-action.ts';
import type { Content, Issue } from './content-answer.ts';

const openIssues = ({ issues }: Content): readonly Issue[] => [
  ...issues.broken_links,
  ...issues.mixed_content,
];

export function useIssues(site: Pick<Site, 'id' | 'url'>, content: Content) {
  const toast = useToast();
  const { run } = useAsyncAction();
  const canWrite = useCanWrite();
  const path = `/sites/${site.id}/content`;
  const { isChecking, begin, drop } = useRechecks(content);

  const attempt = (work: () => Promise<unknown>): Promise<boolean> =>
    run(async () => {
      await work();
      await invalidate(path);
    });
  const setIgnored = (issue: Issue, ignored: boolean): Promise<boolean> =>
    attempt(() => call('PATCH', `${path}/${issue.id}/ignore`, { body: { ignored } }));
  const ignore = async (issue: Issue, ignored: boolean): Promise<void> => {
    drop(issue);
    if (!(await setIgnored(issue, ignored))) return;
    toast(ignored ? labels.issueIgnored : labels.issueIsOpenAgain, {
      undo: () => void setIgnored(issue, !ignored),
    });
  };
  const recheck = async (issue: Issue): Promise<void> => {
    begin(issue);
    if (!(await attempt(() => call('POST', `${path}/${issue.id}/recheck`)))) drop(issue);
  };
  return { site, canWrite, isChecking, ignore, recheck };
}

/** Tracks rechecks that are running; a toast tells whether the issue is fixed. */
function useRechecks(content: Content) {
  const toast = useToast();
  const [requested, setRequested] = useState<ReadonlyMap<number, Issue>>(new Map());
  const isOver = !content.monitoring_status.is_rechecking;
  const [wasRechecking, setWasRechecking] = useState(false);
  useEffect(() => {
    if (requested.size > 0 && !isOver) setWasRechecking(true);
  }, [requested, isOver]);
  useEffect(() => {
    if (requested.size === 0) return;
    const open = new Map(openIssues(content).map(issue => [issue.id, issue]));
    const done = [...requested.values()].filter(issue => {
      const now = open.get(issue.id);
      return now === undefined || now.checked_at !== issue.checked_at || (wasRechecking && isOver);
    });
    if (done.length === 0) return;
    for (const issue of done) {
      toast(open.has(issue.id) ? labels.issueStillThere : labels.issueFixed);
    }
    setRequested(all => new Map([...all].filter(([id]) => !done.some(issue => issue.id === id))));
    setWasRechecking(false);
  }, [requested, content, isOver, wasRechecking, toast]);
  return {
    isChecking: (issue: Issue): boolean => requested.has(issue.id),
    begin: (issue: Issue) => setRequested(all => new Map([...all, [issue.id, issue]])),
    drop: (issue: Issue) => setRequested(all => new Map([...all].filter(([id]) => id !== issue.id))),
  };
}
