/** Asking a store of hits, what engines answer by, and what puts something in front of them: a queue, a cache, other ids. */
import type { Conversions, GoalCounts, GroupConversions } from '../goals/query.ts';
import type {
  Combination,
  Engagement,
  GroupRevenue,
  GroupRow,
  Groups,
  JourneyPages,
  Journeys,
  PageEngagement,
  PropertyUse,
  SeriesBucket,
  Totals,
} from './answers.ts';
import type { CampaignCounts } from './campaigns.ts';
import type { Funnel } from './funnels.ts';
import type { Paths } from './paths.ts';
import type { ReadOptions } from './query.ts';
import type { Question } from './question.ts';
import type { ReturnedVisitors } from './returning-visitors.ts';
import type { StoredHit } from './row.ts';

/** Answers by shape, and by what a question is `of`: of a site or of several where it does not say. */
interface Answers {
  rows: { site: StoredHit[]; visitor: StoredHit[] };
  totals: {
    site: Partial<Totals>;
    sites: Map<number, Partial<Totals>>;
    engagement: Engagement;
    goals: GoalCounts;
  };
  groups: {
    site: Groups;
    sites: Map<number, GroupRow[]>;
    /** Largest first; ties by their keys, null last. */
    combinations: Groups<Combination>;
    /** Of pages that have reports; of all together one or none. */
    pageEngagement: PageEngagement[];
    /** By key, null last, then by currency. */
    revenue: GroupRevenue[];
    /** Groups without any are missing. */
    conversions: GroupConversions[];
    /** In the order of the campaigns. */
    campaigns: CampaignCounts[];
  };
  series: {
    site: SeriesBucket[];
    sites: Map<number, SeriesBucket[]>;
    conversions: Conversions[];
    /** A list of counts for each goal, in their order. */
    goals: readonly (readonly number[])[];
  };
  flows: {
    journeys: Journeys;
    pages: JourneyPages;
    funnel: Funnel;
    paths: Paths;
    /** By the first week, then the other. */
    returning: ReturnedVisitors[];
  };
  facts: { earliest: Date | null; properties: PropertyUse[] };
}

type AnyAnswer = { [Shape in keyof Answers]: Answers[Shape][keyof Answers[Shape]] }[keyof Answers];

type NamesOf<List> = List extends readonly (infer Name)[] ? Name : 'hits' | 'uniqueHits';

/** A row with what its question measures: what it may lack otherwise is there. */
type Measured<Row, List> = List extends List ? Row & Required<Pick<Row, NamesOf<List> & keyof Row>> : never;

/** What a question counts of a site, with the measures that it lists. */
interface Counts<List> {
  rows: StoredHit[];
  totals: List extends List ? Required<Pick<Totals, NamesOf<List> & keyof Totals>> : never;
  groups: Groups<Measured<GroupRow, List>>;
  series: Measured<SeriesBucket, List>[];
  flows: never;
  facts: never;
}

type CountsOf<Asked> = Counts<Asked extends { readonly measures: infer List } ? List : undefined>;

/** The answer to a question. */
export type Answer<Asked extends Question> = Asked extends { readonly of: string }
  ? Answers[Asked['shape']][Asked['of'] & keyof Answers[Asked['shape']]]
  : Asked extends { readonly siteIds: unknown; readonly shape: 'totals' }
    ? Map<number, CountsOf<Asked>['totals']>
    : Asked extends { readonly siteIds: unknown }
      ? Answers[Asked['shape']]['sites' & keyof Answers[Asked['shape']]]
      : CountsOf<Asked>[Asked['shape']];

type KeysOf<Union> = Union extends Union ? keyof Union : never;

/** Refuses what no question has: the options of a read, above all. */
type Exact<Asked> = Asked & Readonly<Record<Exclude<keyof Asked, KeysOf<Question>>, never>>;

/** Answers a question. */
export type Ask = <const Asked extends Question>(
  question: Exact<Asked>,
  options?: ReadOptions,
) => Promise<Answer<Asked>>;

/** Answers any question: what decorators are made of. */
export type AskAny = (question: Question, options?: ReadOptions) => Promise<AnyAnswer>;

type QuestionOf<Shape, Of> = Of extends 'site'
  ? Exclude<Extract<Question, { shape: Shape; of?: undefined }>, { siteIds: unknown }>
  : Of extends 'sites'
    ? Extract<Question, { shape: Shape; siteIds: unknown }>
    : Extract<Question, { shape: Shape; of: Of }>;

/** The functions of an engine. */
export type AnswerTable = {
  readonly [Shape in keyof Answers]: {
    readonly [Of in keyof Answers[Shape]]: (
      question: QuestionOf<Shape, Of>,
      options?: ReadOptions,
    ) => Promise<Answers[Shape][Of]>;
  };
};

/** Creates an engine's answers from its functions. */
export const answerBy =
  (table: AnswerTable): Ask =>
  (question: Question, options?: ReadOptions) => {
    const of = question.of ?? ('siteIds' in question ? 'sites' : 'site');
    const answers = table[question.shape] as Readonly<Record<string, AskAny>>;
    return answers[of]?.(question, options) as Promise<never>;
  };

/** Returns a store with a decorator in front of its questions. */
export const decorateAsk = <Store extends { readonly ask: Ask }>(
  store: Store,
  decorate: (ask: AskAny) => AskAny,
): Store => ({ ...store, ask: decorate((question, options) => store.ask(question, options)) as Ask });
