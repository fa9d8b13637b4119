/** Findings of insights as marks of a chart. */

import type { Mark } from '../../charts/chart-marks.tsx';
import { isServerLanguage } from '../../labels/language.ts';
import { changeKey, dayOfFinding, toHeadline } from '../insights/headline.ts';
import type { Insight } from '../insights/insight-answer.ts';

/**
 * Converts findings to marks, in order of time: a change that goes on is reported every day, and is marked once,
 * where it began.
 */
export function toInsightMarks(
  insights: readonly Pick<Insight, 'id' | 'signals'>[],
  timeZone: string,
): Mark[] {
  const detections = insights
    .flatMap(({ id, signals }) => signals.map((signal, index) => ({ signal, id: `detected-${id}-${index}` })))
    .sort((a, b) => a.signal.window.ended_at.localeCompare(b.signal.window.ended_at));
  const ends = new Map<string, string>();
  return detections.flatMap(({ signal, id }): Mark[] => {
    const { window, summary } = signal;
    const name = changeKey(signal);
    const end = ends.get(name);
    ends.set(name, window.ended_at);
    if (end !== undefined && window.started_at <= end) return [];
    const at = dayOfFinding(signal).toISOString();
    const text = isServerLanguage ? summary : null;
    return [{ kind: 'detected', id, at, title: toHeadline(signal, timeZone), text }];
  });
}
