/**
 * Names groups whose keys are not what people read: a known source has one name, another one is written as most hits of its site write it,
 * and an internationalized domain name is in Unicode. Source: decisions, section 15.
 */
import { findSourceName } from '../core/channels/name-sources.ts';
import type { GroupRow, Groups } from '../core/hits/answers.ts';
import { type AskAny, decorateAsk } from '../core/hits/ask.ts';
import type { HitKind } from '../core/hits/columns.ts';
import type { Dimension, ReadOptions } from '../core/hits/query.ts';
import type { GroupsQuestion, Question } from '../core/hits/question.ts';
import type { HitStore } from '../core/hits/store.ts';
import { toUnicodeHost } from '../lib/domain-name.ts';
import { foldCase } from '../lib/fold-case.ts';
import { toAsciiHost } from '../lib/punycode.ts';

/** Writings that are read at most, the commonest first. */
const MAX_WRITINGS = 100_000;

type Key = string | null;
type ToName = (key: string) => string;

/** Keys of a site that get names. */
interface Named {
  readonly siteId: number;
  readonly kind: HitKind;
  readonly keys: readonly Key[];
  readonly ask: AskAny;
  readonly options: ReadOptions | undefined;
}

/** Finds the names of folded sources: those of hits, and of rows of another kind where no hit has them. */
async function findSourceNames({ siteId, kind, keys, ask, options }: Named): Promise<ToName> {
  const names = new Map<string, string>();
  for (const key of keys) {
    const known = key === null ? undefined : findSourceName(key);
    if (key !== null && known !== undefined) names.set(key, known);
  }
  for (const of of new Set<HitKind>(['hit', kind])) {
    const isAnyOf = keys.filter(key => key !== null && !names.has(key));
    if (isAnyOf.length === 0) break;
    const { rows } = (await ask(
      {
        ...{ shape: 'groups', siteId, kind: of, span: null, importedDays: 'all' },
        ...{ filters: [{ dimension: 'source', isAnyOf }], dimension: 'written_source' },
        ...{ offset: 0, limit: MAX_WRITINGS },
      },
      options,
    )) as Groups;
    // The commonest first.
    for (const { key } of rows) if (key !== null && !names.has(foldCase(key))) names.set(foldCase(key), key);
  }
  return key => names.get(key) ?? key;
}

const IN_UNICODE = async (): Promise<ToName> => toUnicodeHost;

/** What finds the names of the keys of a dimension. */
const NAMES: Readonly<Partial<Record<Dimension, (named: Named) => Promise<ToName>>>> = {
  source: findSourceNames,
  referrer_host: IN_UNICODE,
  hostname: IN_UNICODE,
};

/** Returns a question for keys in the spelling that rows have. */
const toStored = (question: Question): Question =>
  'search' in question && NAMES[question.dimension] === IN_UNICODE && question.search !== undefined
    ? { ...question, search: toAsciiHost(question.search) }
    : question;

/** Adapts a store so that groups have names. */
export const withNamedGroups = <Store extends Pick<HitStore, 'ask'>>(store: Store): Store =>
  decorateAsk(store, ask => async (question, options) => {
    const answer = await ask(toStored(question), options);
    return question.shape === 'groups' ? nameGroups({ ask, options }, question, answer) : answer;
  });

/** Names the groups of an answer. */
async function nameGroups(
  read: Pick<Named, 'ask' | 'options'>,
  question: GroupsQuestion,
  answer: Awaited<ReturnType<AskAny>>,
): ReturnType<AskAny> {
  if ('dimensions' in question) {
    const { rows, total } = answer as Groups<{ readonly keys: readonly Key[] }>;
    let named = rows;
    for (const [at, dimension] of question.dimensions.entries()) {
      const keys = rows.map(row => row.keys[at] ?? null);
      const toName = await NAMES[dimension]?.({ ...read, ...question, keys });
      if (toName)
        named = named.map(row => ({ ...row, keys: row.keys.with(at, nameKey(row.keys[at], toName)) }));
    }
    return { rows: named, total } as typeof answer;
  }
  if (!('dimension' in question)) return answer;
  const findNames = NAMES[question.dimension ?? 'path'];
  if (!findNames) return answer;
  const { kind } = question;
  const nameRows = async <Row extends { readonly key: Key }>(
    siteId: number,
    rows: readonly Row[],
  ): Promise<Row[]> => {
    const toName = await findNames({ ...read, siteId, kind, keys: rows.map(({ key }) => key) });
    return rows.map(row => ({ ...row, key: nameKey(row.key, toName) }));
  };
  if ('siteIds' in question) {
    const named = new Map<number, GroupRow[]>();
    for (const [siteId, rows] of answer as ReadonlyMap<number, GroupRow[]>)
      named.set(siteId, await nameRows(siteId, rows));
    return named;
  }
  if (Array.isArray(answer))
    return (await nameRows(question.siteId, answer as { readonly key: Key }[])) as typeof answer;
  const { rows, total } = answer as Groups;
  return { rows: await nameRows(question.siteId, rows), total };
}

const nameKey = (key: Key | undefined, toName: ToName): Key =>
  key === null || key === undefined ? null : toName(key);
