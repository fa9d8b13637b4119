/** What moved most since the earlier period, each a link that filters by it. */
import { Link } from 'wouter';
import { toErrorMessage } from '../../api.ts';
import { formatFilterValue } from '../../app/filter-labels.ts';
import { useView } from '../../app/use-view.ts';
import { DIMENSIONS } from '../../dimensions.ts';
import { formatDifference } from '../../format.ts';
import * as labels from '../../labels/site.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ValueIcon } from '../../ui/value-icon.tsx';
import { isCompared, withFilter } from '../../view.ts';
import { findMovements, type Movement } from './movements.ts';
import { useChanges } from './use-figures.ts';

const MAX_SHOWN = 5;

/** A line of constant height; nothing where nothing is compared. */
export function WhatChanged({ siteId }: { readonly siteId: number }) {
  const { view, toHref } = useView();
  const { data, error, isPlaceholderData } = useChanges(siteId);
  if (!isCompared(view)) return null;
  const movements = data?.changes && findMovements(data.changes, MAX_SHOWN);
  return (
    <section
      className={isPlaceholderData ? 'what-changed stale' : 'what-changed'}
      aria-label={labels.whatChanged}
    >
      <h2>{labels.whatChanged}</h2>
      {!movements && !error && <Skeleton width="60%" height="1.1em" />}
      {!movements && error && <span className="soft">{toErrorMessage(error)}</span>}
      {movements?.length === 0 && <span className="soft">{labels.nothingStandsOut}</span>}
      {movements && movements.length > 0 && (
        <ul>
          {movements.map(movement => (
            <li key={`${movement.name} ${movement.value}`}>
              <Link
                href={toHref(
                  withFilter(view, { name: movement.name, value: movement.value, isExcluded: false }),
                )}
              >
                <MovementText movement={movement} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A value with the difference of its pageviews: `▲ news.example +605`. */
export function MovementText({ movement }: { readonly movement: Movement }) {
  const { name, value, views, before } = movement;
  const { icon } = DIMENSIONS[name];
  const isUp = views > before;
  return (
    <>
      <span className={isUp ? 'movement-sign good' : 'movement-sign bad'} aria-hidden="true">
        {isUp ? '▲' : '▼'}
      </span>
      {value !== '' && icon && <ValueIcon kind={icon} value={value} />}
      <UntrustedText text={formatFilterValue(name, value)} isCut />
      <b title={labels.viewsNowAndBefore(views, before)}>{formatDifference(views - before)}</b>
    </>
  );
}
