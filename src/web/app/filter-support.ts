/** Which filters apply to what: those of pages and visits mean nothing for kudos or AI agents. */

import { isSupported, METRIC_DEFINITIONS } from '../charts/metrics.ts';
import { joinList, uncapitalize } from '../labels/language.ts';
import * as labels from '../labels/site.tsx';
import type { Metric, View } from '../view.ts';
import { filterLabel } from './filter-labels.ts';

/** Says which filters of a view do not apply to a metric; null where all of them do. */
export function describeUnsupported(view: View, metric: Metric): string | null {
  const definition = METRIC_DEFINITIONS[metric];
  const { name } = definition;
  const missing = [...new Set(view.filters.map(filter => filter.name))].filter(
    each => !isSupported(definition, each),
  );
  if (missing.length === 0) return null;
  const filters = joinList(missing.map(each => uncapitalize(filterLabel(each))));
  return labels.notFilteredBy(filters, uncapitalize(name), missing.length);
}
