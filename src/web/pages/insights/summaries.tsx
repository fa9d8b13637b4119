/** Texts about a week: a digest of the newest one, and the summary of every day. */
import { addDays } from '../../../lib/time.ts';
import { useTimeZone } from '../../app/user.ts';
import { formatDay } from '../../format.ts';
import { language } from '../../labels/document.ts';
import * as labels from '../../labels/insights.tsx';
import { formatDays } from '../../period-labels.ts';
import { Panel } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { toHeadline } from './headline.ts';
import type { Insight } from './insight-answer.ts';
import { type InsightTexts, toTexts } from './texts.ts';

const DIGEST_SENTENCES = 2;
const DIGEST_HEADLINES = 3;
const WINDOW_DAYS = 7;

/** The week in a sentence or two; the rest on expanding. */
export function Digest({ insight }: { readonly insight: Insight }) {
  const texts = toTexts(insight, useTimeZone());
  const isReadable = texts.language === language;
  const last = insight.insights_for_date;
  const shown = isReadable ? DIGEST_SENTENCES : 0;
  return (
    <Panel title={labels.weekOf(formatDays(addDays(last, 1 - WINDOW_DAYS), last))}>
      {isReadable ? (
        <p className="insight-summary">
          <UntrustedText text={texts.summary.slice(0, shown).join(' ')} />
        </p>
      ) : (
        <Headlines insight={insight} />
      )}
      <details className="insight-more">
        <summary>{labels.moreOfWeek}</summary>
        <Texts texts={{ ...texts, summary: texts.summary.slice(shown) }} />
      </details>
    </Panel>
  );
}

/** The most important findings, in place of sentences in another language. */
function Headlines({ insight: { signals } }: { readonly insight: Insight }) {
  const timeZone = useTimeZone();
  if (signals.length === 0) return <p className="insight-summary">{labels.noFindings}</p>;
  return (
    <ul className="insight-summary">
      {signals.slice(0, DIGEST_HEADLINES).map(signal => (
        <li key={signal.headline}>
          <UntrustedText text={toHeadline(signal, timeZone)} />
        </li>
      ))}
    </ul>
  );
}

/** Every day's own texts, one below the other and closed. */
export function Summaries({ insights }: { readonly insights: readonly Insight[] }) {
  const timeZone = useTimeZone();
  return (
    <details className="insight-more">
      <summary>{labels.dailySummaries}</summary>
      <ul className="summaries">
        {insights.map(insight => (
          <li key={insight.id}>
            <details className="insight-more">
              <summary>{formatDay(insight.insights_for_date)}</summary>
              <Texts texts={toTexts(insight, timeZone)} />
            </details>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Texts({
  texts: { language: written, summary, patterns, bestContent, advice },
}: {
  readonly texts: InsightTexts;
}) {
  return (
    <div className="insight-rest" lang={written}>
      {summary.length > 0 && (
        <p>
          <UntrustedText text={summary.join(' ')} />
        </p>
      )}
      <InsightSection title={labels.patterns} text={patterns.join(' ')} />
      <InsightSection title={labels.bestContent} text={bestContent.join(' ')} />
      {advice.length > 0 && (
        <div className="insight-section">
          <h3 lang={language}>{labels.suggestions}</h3>
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
      <h3 lang={language}>{title}</h3>
      <p>
        <UntrustedText text={text} />
      </p>
    </div>
  );
}
