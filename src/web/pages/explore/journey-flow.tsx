/** What visitors opened before and after a page: choosing one of those walks on. */

import type { Static } from '@sinclair/typebox';
import { type FormEvent, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { JourneyPagesAnswer } from '../../../features/journeys/schema.ts';
import { useApi } from '../../app/query-client.ts';
import { SuggestInput } from '../../app/suggest-input.tsx';
import { useView } from '../../app/use-view.ts';
import { type Bar, BarList } from '../../charts/bar-list.tsx';
import { formatDateTime } from '../../format.ts';
import * as labels from '../../labels/journeys.tsx';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

type Pages = Static<typeof JourneyPagesAnswer>;
type Part = Pages['entered'];

/** Name of the page's parameter in the address. */
const PARAMETER = 'page';
const MAX_SHOWN = 8;

export function JourneyFlow({
  siteId,
  firstPath,
}: {
  readonly siteId: number;
  /** The page that is shown until one is chosen. */
  readonly firstPath: string | undefined;
}) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { filtered } = useView();
  const chosen = new URLSearchParams(search).get(PARAMETER) ?? firstPath;
  // A page that visits have seen is no filter here: it is what is asked about.
  const { path: _, not_path: __, ...query } = filtered;
  const answer = useApi<Pages>(
    `/sites/${siteId}/user_journeys/pages`,
    { ...query, path: chosen },
    { isEnabled: chosen !== undefined, keepsPrevious: true },
  );
  const choose = (page: string) => {
    const parameters = new URLSearchParams(search);
    parameters.set(PARAMETER, page);
    navigate(`${path}?${parameters}`);
  };
  return (
    <Panel
      title={labels.flow}
      aside={
        chosen !== undefined && <ChoosePage key={chosen} siteId={siteId} page={chosen} onPage={choose} />
      }
    >
      <QueryContent query={answer} loading={MAX_SHOWN}>
        {pages => <Flow pages={pages} onPage={choose} isStale={answer.isPlaceholderData} />}
      </QueryContent>
    </Panel>
  );
}

function ChoosePage({
  siteId,
  page,
  onPage,
}: {
  readonly siteId: number;
  readonly page: string;
  readonly onPage: (page: string) => void;
}) {
  const [text, setText] = useState(page);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onPage(text.trim());
  };
  return (
    <form className="flow-choice" onSubmit={submit}>
      <SuggestInput
        siteId={siteId}
        name="path"
        label={labels.flowPage}
        initial={page}
        value={text}
        onValue={setText}
      />
      <Button type="submit" isSmall>
        {labels.showPage}
      </Button>
    </form>
  );
}

function Flow({
  pages,
  onPage,
  isStale,
}: {
  readonly pages: Pages;
  readonly onPage: (page: string) => void;
  readonly isStale: boolean;
}) {
  const { timeZone } = useView();
  if (pages.views === 0) return <p className="soft">{labels.noViewsOfPage}</p>;
  const toBars = (beside: Pages['next'], end: Part, endLabel: string): Bar[] => {
    const shown = beside.slice(0, MAX_SHOWN);
    const others = pages.views - end.views - shown.reduce((sum, { views }) => sum + views, 0);
    return [
      { key: '|end', label: endLabel, count: end.views, share: end.share / 100, isNone: true },
      ...shown.map(({ path, views, share }) => ({
        key: path,
        label: <UntrustedText text={path} isCut />,
        count: views,
        share: share / 100,
        action: { onSelect: () => onPage(path) },
      })),
      ...(others > 0
        ? [
            {
              key: '|others',
              label: labels.otherPages,
              count: others,
              share: others / pages.views,
              isNone: true,
            },
          ]
        : []),
    ];
  };
  const list = (title: string, bars: readonly Bar[]) => (
    <BarList bars={bars} label={title} rowName={title} count={{ name: shared.views }} hasShare />
  );
  return (
    <div className={isStale ? 'flow stale' : 'flow'} aria-busy={isStale}>
      <p className="flow-page">
        {labels.viewsOf(
          <b>
            <UntrustedText text={pages.path} isCut />
          </b>,
          labels.viewsWithoutReloads(pages.views),
        )}
      </p>
      <div className="flow-lists">
        {list(labels.pagesBefore, toBars(pages.previous, pages.entered, labels.enteredHere))}
        {list(labels.pagesAfter, toBars(pages.next, pages.left, labels.leftSite))}
      </div>
      {pages.counted_from !== null && (
        <p className="soft">{labels.countedFrom(formatDateTime(pages.counted_from, timeZone))}</p>
      )}
    </div>
  );
}
