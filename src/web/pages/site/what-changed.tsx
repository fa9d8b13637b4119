/** What moved most since the earlier period, each a link that filters by it. */
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { toErrorMessage } from '../../api.ts';
import { formatFilterValue } from '../../app/filter-labels.ts';
import { useView } from '../../app/use-view.ts';
import { METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import { DIMENSIONS } from '../../dimensions.ts';
import { formatDay, formatDifference } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/site.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ValueIcon } from '../../ui/value-icon.tsx';
import { type ChangeMetric, isCompared, withFilter } from '../../view.ts';
import { findMovements, type Movement } from './movements.ts';
import { useChangeMetric, useChanges } from './use-figures.ts';

const HostingShare = lazy(async () => ({ default: (await import('./hosting-share.tsx')).HostingShare }));

const MAX_SHOWN = 5;

/** A line of constant height; nothing where nothing is compared. */
export function WhatChanged({ siteId }: { readonly siteId: number }) {
  const { view, toHref } = useView();
  const metric = useChangeMetric(siteId);
  const { data, error, isPlaceholderData } = useChanges(siteId, metric);
  if (!isCompared(view)) return null;
  const dataSince = data?.comparison?.data_since ?? null;
  const movements =
    data?.changes && (dataSince === null ? findMovements(data.changes, { metric, limit: MAX_SHOWN }) : []);
  return (
    <>
      <section
        className={isPlaceholderData ? 'what-changed stale' : 'what-changed'}
        aria-label={labels.whatChanged}
      >
        <h2>
          {labels.whatChanged} · {METRIC_DEFINITIONS[metric].name}
        </h2>
        {!movements && !error && <Skeleton width="60%" height="1.1em" />}
        {!movements && error && <span className="soft">{toErrorMessage(error)}</span>}
        {movements?.length === 0 && (
          <span className="soft">
            {dataSince === null ? labels.nothingStandsOut : labels.noDataBefore(formatDay(dataSince))}
          </span>
        )}
        {movements && movements.length > 0 && (
          <ul>
            {movements.map(movement => (
              <li key={`${movement.name} ${movement.value}`}>
                <Link
                  href={toHref(
                    withFilter(view, { name: movement.name, value: movement.value, isExcluded: false }),
                  )}
                >
                  <MovementText movement={movement} metric={metric} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      {data?.hosting_share && (
        <Suspense fallback={null}>
          <HostingShare siteId={siteId} share={data.hosting_share} />
        </Suspense>
      )}
    </>
  );
}

/** A value with the difference of its count: `▲ news.example +605`. */
export function MovementText({
  movement: { name, value, count, before },
  metric,
}: {
  readonly movement: Movement;
  readonly metric: ChangeMetric;
}) {
  const { icon } = DIMENSIONS[name];
  const isUp = count > before;
  return (
    <>
      <span className={isUp ? 'movement-sign good' : 'movement-sign bad'} aria-hidden="true">
        {isUp ? '▲' : '▼'}
      </span>
      {value !== '' && icon && <ValueIcon kind={icon} value={value} />}
      <UntrustedText text={formatFilterValue(name, value)} isCut />
      <b title={labels.countNowAndBefore(METRIC_DEFINITIONS[metric].format(count), formatNumber(before))}>
        {formatDifference(count - before)}
      </b>
    </>
  );
}
