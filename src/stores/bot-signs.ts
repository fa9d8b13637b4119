/** Answers questions about signs of bots by the conditions that the signs stand for, which engines know. */
import type { GroupConversions } from '../core/goals/query.ts';
import type { GroupRevenue } from '../core/hits/answers.ts';
import { type AnswerTable, type AskAny, decorateAsk } from '../core/hits/ask.ts';
import { BOT_SIGNS, type BotSign, isBotSign, SIGN_CONDITIONS } from '../core/hits/bot-signs.ts';
import { type ConditionPart, isFilter, listFilters, mapParts } from '../core/hits/conditions.ts';
import type { Condition, Filter, ReadOptions } from '../core/hits/query.ts';
import type { Question } from '../core/hits/question.ts';
import type { HitStore } from '../core/hits/store.ts';
import { memoize } from '../lib/memoize.ts';
import { toPredicate } from './filter-condition.ts';
import { pageOf } from './min-visitors.ts';

/** Adapts a hits store so that filters and groups know signs of bots. Where a site's script reports no engagement, the lack of it is no sign. */
export const withBotSigns = <Store extends HitStore>(
  store: Store,
  reportsEngagement: (siteId: number) => boolean,
): Store =>
  decorateAsk(store, ask => (question, options) => {
    if (!('siteId' in question && 'filters' in question)) return ask(question, options);
    const doesReport = memoize(() => reportsEngagement(question.siteId));
    const conditionOf = (sign: BotSign | null): Condition => toCondition(sign, doesReport);
    const asked = replaceFilters(question, conditionOf);
    return isBySign(asked) ? askBySign(store, asked, { ...options, conditionOf }) : ask(asked, options);
  });

/** Returns the condition for rows with a sign; null: without any. */
type ConditionOf = (sign: BotSign | null) => Condition;

const NEVER: Condition = { or: [] };

function toCondition(sign: BotSign | null, reportsEngagement: () => boolean): Condition {
  if (sign === null) return { not: { or: BOT_SIGNS.map(each => toCondition(each, reportsEngagement)) } };
  return sign === 'no_engagement' && !reportsEngagement() ? NEVER : SIGN_CONDITIONS[sign];
}

const isOnSign = ({ dimension }: Condition): boolean => dimension === 'bot_sign';

/** Replaces the filters on signs; a question without any stays as it is, so that its kept answer does. */
function replaceFilters<Asked extends { readonly filters?: readonly Condition[] }>(
  question: Asked,
  conditionOf: ConditionOf,
): Asked {
  const { filters = [] } = question;
  if (!listFilters(filters).some(isOnSign)) return question;
  const replace = (part: ConditionPart): Condition =>
    isFilter(part) && isOnSign(part) ? replaceFilter(part, conditionOf) : part;
  return { ...question, filters: filters.map(condition => mapParts(condition, replace)) };
}

function replaceFilter(filter: Filter, conditionOf: ConditionOf): Condition {
  const { values, matchesNull, isExcluding } = toPredicate(filter);
  const signs = [...values.filter(isBotSign), ...(matchesNull ? [null] : [])];
  const isAny = { or: signs.map(conditionOf) };
  return isExcluding ? { not: isAny } : isAny;
}

type GroupTable = AnswerTable['groups'];
type BySign = Parameters<GroupTable['site' | 'conversions' | 'revenue']>[0];

const isBySign = (question: Question): question is BySign =>
  question.shape === 'groups' && 'dimension' in question && question.dimension === 'bot_sign';

/** Asks for each sign by itself: a row may have several. */
async function askBySign(
  store: HitStore,
  question: BySign,
  { conditionOf, ...options }: ReadOptions & { readonly conditionOf: ConditionOf },
): ReturnType<AskAny> {
  const readEach = async <Found>(read: (key: BotSign | null, filters: Condition[]) => Promise<Found>) =>
    Promise.all([...BOT_SIGNS, null].map(sign => read(sign, [...question.filters, conditionOf(sign)])));
  if (question.of !== undefined) {
    const { dimension: _, ...all } = question;
    const figures = await readEach(async (key, filters) => {
      const found: readonly (GroupConversions | GroupRevenue)[] = await store.ask(
        { ...all, filters },
        options,
      );
      return found.map(each => ({ ...each, key }));
    });
    return figures.flat() as GroupConversions[] | GroupRevenue[];
  }
  const { shape: _, dimension: __, measures = [], orderBy = 'hits', search, ...rest } = question;
  const { offset, limit, ...query } = rest;
  const counted = [...new Set([...measures, 'hits', 'uniqueHits'] as const)];
  const groups = await readEach(async (key, filters) => {
    const totals = { shape: 'totals', ...query, filters, measures: counted } as const;
    return { key, ...(await store.ask(totals, options)) };
  });
  const page = { offset, limit, orderBy, ...(search !== undefined && { search }) };
  return pageOf(
    groups.filter(({ hits }) => hits > 0),
    page,
  );
}
