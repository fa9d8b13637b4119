/** Findings, one line each with a small chart; more on expanding. */
import { ChartLine } from 'lucide-react';
import { Link } from 'wouter';
import type { Day } from '../../../core/span.ts';
import { countDays, toDay } from '../../../lib/time.ts';
import { useTimeZone } from '../../app/user.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { formatDateTime, formatDay, formatShare } from '../../format.ts';
import * as labels from '../../labels/insights.tsx';
import { formatNumber } from '../../labels/language.ts';
import { Change } from '../../ui/change.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useIsIntersecting } from '../../ui/use-is-intersecting.ts';
import { CATEGORIES } from './categories.ts';
import { toChartHref, toFindingDays, useFindingSeries } from './finding-days.ts';
import { type FoldedFinding, toImportance } from './fold.ts';
import { toHeadline } from './headline.ts';
import { comparisonLabel, type Fact, toFacts } from './insight.ts';
import { toFindingSummary } from './texts.ts';
import type { Signal } from './use-signals.ts';

export function Findings({
  siteId,
  findings,
  newest,
}: {
  readonly siteId: number;
  readonly findings: readonly FoldedFinding[];
  /** Day of the newest insight. */
  readonly newest: Day;
}) {
  return (
    <ul className="findings" aria-label={labels.findingsLabel}>
      {findings.map(finding => (
        <FindingLine
          key={`${finding.first} ${finding.detected.type} ${finding.detected.headline}`}
          siteId={siteId}
          finding={finding}
          isGoingOn={finding.last === newest && finding.isOngoing}
        />
      ))}
    </ul>
  );
}

function FindingLine({
  siteId,
  finding,
  isGoingOn,
}: {
  readonly siteId: number;
  readonly finding: FoldedFinding;
  readonly isGoingOn: boolean;
}) {
  const timeZone = useTimeZone();
  const { ref, isIntersecting } = useIsIntersecting();
  const days = toFindingDays(finding, { today: toDay(new Date(), timeZone), timeZone });
  const values = useFindingSeries(siteId, finding, { ...days, isEnabled: isIntersecting });
  const { detected, first, laterDays, notes } = finding;
  const headline = toHeadline(detected, timeZone);
  const isSingleDay = days.first === days.last;
  const band = [countDays(days.from, days.first) - 1, countDays(days.from, days.last) - 1] as const;
  return (
    <li className="finding" ref={ref}>
      <div className="finding-chart">{values && <Sparkline values={values} band={band} />}</div>
      <details>
        <summary>
          <b>
            <UntrustedText text={headline} />
          </b>
          <span className="hint">
            {labels.findingMeta(
              formatDay(isSingleDay ? days.last : first),
              labels.importance[toImportance(detected)],
              isGoingOn ? labels.goingOn : laterDays > 0 ? labels.continued(laterDays) : '',
            )}
          </span>
        </summary>
        <p>
          <UntrustedText text={toFindingSummary(detected, timeZone)} />
        </p>
        <Facts facts={toFacts(detected.payload_excerpt)} basis={comparisonLabel(detected.payload_excerpt)} />
        <Notes notes={notes} />
      </details>
      <Link href={toChartHref(siteId, finding, days)} className="finding-link">
        <ChartLine size={16} aria-hidden="true" /> {labels.showInChart}
        <span className="visually-hidden">: {headline}</span>
      </Link>
    </li>
  );
}

const formatFigure = ({ isShare }: { readonly isShare: boolean }, number: number): string =>
  isShare ? formatShare(number / 100) : formatNumber(number);

function Facts({ facts, basis }: { readonly facts: readonly Fact[]; readonly basis: string }) {
  if (facts.length === 0) return null;
  return (
    <dl className="detected-facts">
      {facts.map(fact => (
        <div key={fact.name}>
          <dt>
            <UntrustedText text={fact.name} />
          </dt>
          <dd>
            {'text' in fact ? (
              <UntrustedText text={fact.text} />
            ) : (
              <>
                <b>{formatFigure(fact, fact.now)}</b>
                {!fact.isShare && <Change now={fact.now} before={fact.before} isIncreaseGood={null} />}
                <span className="soft">{labels.against(formatFigure(fact, fact.before), basis)}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The owner's annotations within the time of a finding. */
function Notes({ notes }: { readonly notes: readonly Signal[] }) {
  const timeZone = useTimeZone();
  if (notes.length === 0) return null;
  return (
    <ul className="chips" aria-label={labels.inTheseDays}>
      {notes.map(({ id, title, occurred_at, category }) => {
        const { name, Icon } = CATEGORIES[category] ?? CATEGORIES.other;
        return (
          <li key={id} className="tag" title={`${name}, ${formatDateTime(occurred_at, timeZone)}`}>
            <Icon size={14} aria-hidden="true" />
            <UntrustedText text={title} isCut />
          </li>
        );
      })}
    </ul>
  );
}
