/** A journey of one visitor: a line that expands to every step. */

import type { Static } from '@sinclair/typebox';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { JourneyList } from '../../../features/journeys/schema.ts';
import { isHttpUrl } from '../../../lib/url.ts';
import { useView } from '../../app/use-view.ts';
import { formatCountry, formatDateTime, formatDuration, formatTime } from '../../format.ts';
import * as labels from '../../labels/journeys.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { NamedValue } from '../../ui/value-icon.tsx';
import { gapSeconds, summarizePaths } from './journey-steps.ts';
import { hostWithoutWww, overviewHref } from './links.ts';

type Journey = Static<typeof JourneyList>['user_journeys'][number];

export function JourneyEntry({ siteId, journey }: { readonly siteId: number; readonly journey: Journey }) {
  const [isOpen, setIsOpen] = useState(false);
  const { timeZone } = useView();
  const id = useId();
  const { paths, left } = summarizePaths(
    journey.pages.map(({ path }) => path),
    journey.page_count,
  );
  return (
    <li className="journey">
      <button
        type="button"
        className="journey-line"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <time dateTime={journey.last_hit} className="soft">
          {formatDateTime(journey.last_hit, timeZone)}
        </time>
        <span className="journey-way">
          {paths.map((path, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a way can pass a page twice
            <span key={index}>
              {index > 0 && <span className="soft"> → </span>}
              <UntrustedText text={path} />
            </span>
          ))}
          {left > 0 && <span className="soft">{labels.andMore(left)}</span>}
        </span>
        <span className="journey-who soft">
          <VisitorSummary journey={journey} />
        </span>
        <span className="journey-size">
          {labels.pageCount(journey.page_count)}
          {journey.session_duration > 0 && (
            <span className="soft">{labels.inDuration(formatDuration(journey.session_duration))}</span>
          )}
        </span>
        <ChevronDown size={16} aria-hidden="true" className="journey-chevron" />
      </button>
      <div id={id} hidden={!isOpen} className="journey-steps">
        {isOpen && <Steps siteId={siteId} journey={journey} />}
      </div>
    </li>
  );
}

function VisitorSummary({ journey: { country, browser, referrer } }: { readonly journey: Journey }) {
  return (
    <span className="named-values">
      {country !== 'XX' && (
        <NamedValue kind="country" value={country}>
          <UntrustedText text={formatCountry(country)} />
        </NamedValue>
      )}
      {browser !== null && (
        <NamedValue kind="browser" value={browser}>
          <UntrustedText text={browser} />
        </NamedValue>
      )}
      {referrer ? (
        <NamedValue kind="host" value={hostWithoutWww(referrer)}>
          {labels.from(<UntrustedText text={hostWithoutWww(referrer)} />)}
        </NamedValue>
      ) : null}
    </span>
  );
}

function Steps({ siteId, journey }: { readonly siteId: number; readonly journey: Journey }) {
  const { timeZone, view } = useView();
  const { pages, referrer } = journey;
  const gaps = gapSeconds(pages.map(({ visited_at }) => visited_at));
  const address = referrer && isHttpUrl(referrer) ? referrer : undefined;
  return (
    <>
      {referrer ? (
        <p className="soft">
          {labels.cameFrom(
            address ? (
              <a href={address} rel="noopener noreferrer" target="_blank">
                <UntrustedText text={referrer} />
              </a>
            ) : (
              <UntrustedText text={referrer} />
            ),
          )}
        </p>
      ) : null}
      <ol>
        {pages.map(({ path, visited_at }, index) => (
          <li key={`${visited_at} ${path}`}>
            <time dateTime={visited_at} className="soft">
              {formatTime(visited_at, timeZone)}
            </time>
            <Link href={overviewHref(siteId, { name: 'path', value: path }, view)}>
              <UntrustedText text={path} />
            </Link>
            <span className="soft">{formatStay(gaps[index], index === pages.length - 1)}</span>
          </li>
        ))}
      </ol>
      {journey.pages_truncated && <p className="soft">{labels.onlyFirstPages(pages.length)}</p>}
    </>
  );
}

const formatStay = (seconds: number | undefined, isLast: boolean): string =>
  isLast ? labels.lastSeenHere : seconds === undefined || seconds < 0.5 ? '' : formatDuration(seconds);
