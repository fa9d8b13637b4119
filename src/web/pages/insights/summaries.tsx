/** Texts about a week: a digest of the newest one, and the summary of every day. */
import { addDays } from '../../../lib/time.ts';
import { formatDay } from '../../format.ts';
import * as labels from '../../labels/insights.tsx';
import { formatDays } from '../../period-labels.ts';
import { Panel } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { type Insight, parseAdvice, splitSentences } from './insight.ts';

const DIGEST_SENTENCES = 2;
const WINDOW_DAYS = 7;

/** The week in a sentence or two; the rest on expanding. */
export function Digest({ insight }: { readonly insight: Insight }) {
  const { insights_for_date: last, summary } = insight;
  const sentences = splitSentences(summary);
  return (
    <Panel title={labels.weekOf(formatDays(addDays(last, 1 - WINDOW_DAYS), last))}>
      <p className="insight-summary">
        <UntrustedText text={sentences.slice(0, DIGEST_SENTENCES).join(' ')} />
      </p>
      <details className="insight-more">
        <summary>{labels.moreOfWeek}</summary>
        <Texts insight={{ ...insight, summary: sentences.slice(DIGEST_SENTENCES).join(' ') }} />
      </details>
    </Panel>
  );
}

/** Every day's own texts, one below the other and closed. */
export function Summaries({ insights }: { readonly insights: readonly Insight[] }) {
  return (
    <details className="insight-more">
      <summary>{labels.dailySummaries}</summary>
      <ul className="summaries">
        {insights.map(insight => (
          <li key={insight.id}>
            <details className="insight-more">
              <summary>{formatDay(insight.insights_for_date)}</summary>
              <Texts insight={insight} />
            </details>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Texts({
  insight: { summary, traffic_patterns, best_content, recommendations },
}: {
  readonly insight: Insight;
}) {
  const advice = parseAdvice(recommendations);
  return (
    <div className="insight-rest">
      {summary && (
        <p>
          <UntrustedText text={summary} />
        </p>
      )}
      <InsightSection title={labels.patterns} text={traffic_patterns} />
      <InsightSection title={labels.bestContent} text={best_content} />
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
