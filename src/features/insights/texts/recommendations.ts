/** Chooses two or three recommendations, each tied to a fact. */
import type { Sentences } from '../sentence-schema.ts';
import { cleanPath, formatHost, type InsightData, signalsNear, topRows } from './insight-data.ts';
import { busiestHours } from './patterns.ts';

const MAX_RECOMMENDATIONS = 3;
const MIN_RECOMMENDATIONS = 2;
const MIN_HITS = 3;

/** Chooses two or three sentences. */
export function recommend(data: InsightData): Sentences['recommendations'] {
  // One of each type: the same advice about another page adds nothing.
  const types = data.findings.map(({ type }) => type);
  const advice: Sentences['recommendations'] = types
    .flatMap((type, signal) => (types.indexOf(type) === signal ? [{ kind: 'advice' as const, signal }] : []))
    .slice(0, MAX_RECOMMENDATIONS - 1);
  const [first] = data.findings;
  if (first && first.type !== 'downtime_effect' && signalsNear(data, first.span).length === 0)
    advice.push({ kind: 'add_annotation' });
  for (const further of listGeneral(data)) {
    if (advice.length >= MIN_RECOMMENDATIONS) break;
    advice.push(further);
  }
  return advice.slice(0, MAX_RECOMMENDATIONS);
}

/** Lists the recommendations for any week. */
function listGeneral(data: InsightData): Sentences['recommendations'] {
  const [page] = topRows(data, 'page', 1).filter(({ current }) => current >= MIN_HITS);
  const [referrer] = topRows(data, 'referrer', 1).filter(({ current }) => current >= MIN_HITS);
  const busiest = busiestHours(data);
  return [
    ...(busiest ? [{ kind: 'publish_before' as const, time: busiest.from }] : []),
    ...(page ? [{ kind: 'improve_page' as const, path: cleanPath(page.key) }] : []),
    ...(referrer ? [{ kind: 'watch_referrer' as const, referrer: formatHost(referrer.key) }] : []),
    { kind: 'annotate_launches' },
  ];
}
