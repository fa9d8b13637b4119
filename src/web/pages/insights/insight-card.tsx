/** The insight of one day: summary, findings and figures. */

import { useUserTimeZone } from '../../app/user.ts';
import { formatDateTime, formatDay, formatShare } from '../../format.ts';
import * as labels from '../../labels/insights.tsx';
import { formatNumber } from '../../labels/language.ts';
import { Change } from '../../ui/change.tsx';
import { Panel } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { CATEGORIES } from './categories.ts';
import { comparisonLabel, type Detected, type Fact, type Insight, parseAdvice, toFacts } from './insight.ts';

export function InsightCard({
  insight,
  isLatest,
}: {
  readonly insight: Insight;
  /** Earlier days are collapsed to the summary and the findings. */
  readonly isLatest: boolean;
}) {
  const detected = [...insight.signals].sort((a, b) => b.importance_score - a.importance_score);
  return (
    <Panel title={formatDay(insight.insights_for_date)}>
      {insight.summary && (
        <p className="insight-summary">
          <UntrustedText text={insight.summary} />
        </p>
      )}
      {detected.length > 0 && (
        <ol className="detected-list" aria-label={labels.findingsLabel}>
          {detected.map(signal => (
            <DetectedEntry key={`${signal.type} ${signal.headline}`} detected={signal} />
          ))}
        </ol>
      )}
      {isLatest ? (
        <InsightDetails insight={insight} />
      ) : (
        <details className="insight-more">
          <summary>{labels.moreOfDay}</summary>
          <InsightDetails insight={insight} />
        </details>
      )}
      <ContextSignals insight={insight} />
    </Panel>
  );
}

function InsightDetails({ insight }: { readonly insight: Insight }) {
  const advice = parseAdvice(insight.recommendations);
  return (
    <div className="insight-rest">
      <InsightSection title={labels.patterns} text={insight.traffic_patterns} />
      <InsightSection title={labels.bestContent} text={insight.best_content} />
      {advice.length > 0 && (
        <div className="insight-section">
          <h3>{labels.suggestions}</h3>
          <ul>
            {advice.map(line => (
              <li key={line}>
                <UntrustedText text={line} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function InsightSection({ title, text }: { readonly title: string; readonly text: string }) {
  if (!text) return null;
  return (
    <div className="insight-section">
      <h3>{title}</h3>
      <p>
        <UntrustedText text={text} />
      </p>
    </div>
  );
}

function DetectedEntry({ detected }: { readonly detected: Detected }) {
  return (
    <li className="detected">
      <p className="detected-head">
        <b>
          <UntrustedText text={detected.headline} />
        </b>
        <span className="hint">{labels.importance(formatNumber(detected.importance_score))}</span>
      </p>
      <p className="soft">
        <UntrustedText text={detected.summary} />
      </p>
      <Facts facts={toFacts(detected.payload_excerpt)} basis={comparisonLabel(detected.payload_excerpt)} />
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

/** The owner's signals of these days. */
function ContextSignals({ insight: { context_signals: signals } }: { readonly insight: Insight }) {
  const timeZone = useUserTimeZone();
  if (signals.length === 0) return null;
  return (
    <div className="insight-section">
      <h3>{labels.inTheseDays}</h3>
      <ul className="chips">
        {signals.map(({ id, title, occurred_at, category }) => {
          const { name, Icon } = CATEGORIES[category] ?? CATEGORIES.other;
          return (
            <li key={id} className="tag" title={`${name}, ${formatDateTime(occurred_at, timeZone)}`}>
              <Icon size={14} aria-hidden="true" />
              <UntrustedText text={title} isCut />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
