/**
 * What the sentences of an insight say: the kind of each, and the facts that it is made of. The server's texts are written
 * from them, and those of the dashboard in other languages.
 */
import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { Day, model, nullable } from '../../http/schema.ts';

const Count = Type.Integer({ minimum: 0 });
const Name = Type.String();
const Days = Type.Array(Day);
const TimeOfDay = Type.String({ description: 'such as `14:00`, in the time zone of the account' });
const Signal = Type.Integer({ minimum: 0, description: 'index in `signals`' });
const hits = Count;
const all_hits = Count;
const isTied = Type.Boolean({ description: 'whether another page had as many hits' });

const sentence = <const Kind extends string, Properties extends TProperties>(
  kind: Kind,
  properties: Properties,
) => Type.Object({ kind: Type.Literal(kind), ...properties });

const SummarySentence = Type.Union([
  sentence('week', {
    site: Name,
    first_day: Day,
    last_day: Day,
    hits,
    previous_hits: nullable(Count, { description: 'null where the site has no full week before' }),
    visitors: Count,
  }),
  sentence('finding', { signal: Signal }),
  sentence('possible_cause', { annotations: Type.Array(Type.Object({ title: Name, day: Day })) }),
  sentence('quiet_week', {}),
  sentence('downtime', { minutes: Count }),
  sentence('annotations', { titles: Type.Array(Name) }),
]);

const PatternSentence = Type.Union([
  sentence('days', { most_hits: Count, busiest_days: Days, fewest_hits: Count, quietest_days: Days }),
  sentence('hours', { from: TimeOfDay, to: TimeOfDay, hits, all_hits }),
  sentence('referrers', {
    referrers: Type.Array(
      Type.Object({
        referrer: Name,
        visitors: Type.Optional(Count),
        hits: Type.Optional(
          Type.Integer({
            minimum: 0,
            description:
              'in place of visitors: where hits have none, and in insights from before they were counted',
          }),
        ),
      }),
    ),
  }),
  sentence('countries', {
    countries: Type.Array(Type.Object({ country: Name, hits })),
    all_hits,
    mostly_unknown: Type.Boolean({
      description: 'whether more hits are from unknown countries than from any',
    }),
  }),
  sentence('device', { device: Name, hits, all_hits }),
  sentence('crawlers', { provider: Name, visits: Count, all_visits: Count }),
]);

const ContentSentence = Type.Union([
  sentence('no_top_page', {}),
  sentence('top_page', { path: Name, hits, all_hits, tied: isTied }),
  sentence('other_pages', { pages: Type.Array(Type.Object({ path: Name, hits })), tied: isTied }),
  sentence('page_gain', { path: Name, hits, previous_hits: Count }),
]);

const Recommendation = Type.Union([
  sentence('advice', { signal: Signal }),
  sentence('add_annotation', {}),
  sentence('publish_before', { time: TimeOfDay }),
  sentence('improve_page', { path: Name }),
  sentence('watch_referrer', { referrer: Name }),
  sentence('annotate_launches', {}),
]);

/** In wire names, since they are answered as they are stored. */
export const Sentences = model('InsightSentences', {
  summary: Type.Array(SummarySentence),
  traffic_patterns: Type.Array(PatternSentence),
  best_content: Type.Array(ContentSentence),
  recommendations: Type.Array(Recommendation),
});

export type Sentences = Static<typeof Sentences>;
export type Sentence = Sentences[keyof Sentences][number];
export type SentenceKind = Sentence['kind'];
/** The facts of a sentence, by its kind. */
export type SentenceOf<Kind extends SentenceKind> = Extract<Sentence, { readonly kind: Kind }>;
