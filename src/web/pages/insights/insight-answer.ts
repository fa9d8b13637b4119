/** Types of the API's insights. */
import type { Static } from 'elysia';
import type { insightList } from '../../../features/insights/schema.ts';
import type { Signal } from './use-signals.ts';

export type Answer = Static<ReturnType<typeof insightList>>;

export type Insight = Omit<Answer['insights'][number], 'context_signals'> & {
  readonly context_signals: readonly Signal[];
};

export type InsightList = Omit<Answer, 'insights'> & { readonly insights: readonly Insight[] };

/** A finding with its figures. */
export type Detected = Insight['signals'][number];
