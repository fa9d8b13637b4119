/** The part of an answer that tells how the same question is answered of an earlier period. */
import type { ReadOptions } from '../core/hit-store.ts';
import { presentPeriod } from './period.ts';
import { countingGroups, type ReportParts, seriesOf } from './report-parts.ts';
import type { Question } from './report-question.ts';

/** Sums of the period to compare with, and its series where a series is asked for; null where nothing is compared. */
export async function comparisonOf<Row, Name extends string>(
  parts: ReportParts<Row, Name>,
  question: Question<Name>,
  options: ReadOptions,
): Promise<object | null> {
  const { compared, grouping } = question;
  if (!compared) return null;
  const query = { ...question.rows, span: compared.span };
  const [{ summary }, series] = await Promise.all([
    parts.rows.summarize(query, countingGroups(parts, query, options), options),
    grouping === 'date' ? seriesOf(parts, question, options, compared.period) : null,
  ]);
  const { start_date, end_date } = presentPeriod(compared.period);
  return {
    start_date,
    end_date,
    is_partial: compared.isPartial,
    summary,
    ...(series && { [parts.kind.groupsName]: series }),
  };
}
