/**
 * Names groups by source, whose keys are folded: a known source has one name, another one is written as most hits of its site write it.
 * Source: decisions, section 15.
 */
import { findSourceName } from '../core/channels/name-sources.ts';
import type { GroupRow, Groups } from '../core/hits/answers.ts';
import { type AskAny, decorateAsk } from '../core/hits/ask.ts';
import type { HitKind } from '../core/hits/columns.ts';
import type { ReadOptions } from '../core/hits/query.ts';
import type { GroupsQuestion } from '../core/hits/question.ts';
import type { HitStore } from '../core/hits/store.ts';
import { foldCase } from '../lib/fold-case.ts';

/** Writings that are read at most, the commonest first. */
const MAX_WRITINGS = 100_000;

type Key = string | null;

/** Adapts a store so that groups by source have the names of sources. */
export const withNamedSources = <Store extends Pick<HitStore, 'ask'>>(store: Store): Store =>
  decorateAsk(store, ask => async (question, options) => {
    const answer = await ask(question, options);
    return question.shape === 'groups' ? nameGroups(ask, { question, answer }, options) : answer;
  });

/** Names the sources in an answer about groups. */
async function nameGroups(
  ask: AskAny,
  { question, answer }: { readonly question: GroupsQuestion; readonly answer: Awaited<ReturnType<AskAny>> },
  options: ReadOptions | undefined,
): ReturnType<AskAny> {
  if ('dimensions' in question) {
    const at = question.dimensions.indexOf('source');
    const { rows, total } = answer as Groups<{ readonly keys: readonly Key[] }>;
    if (at === -1) return answer;
    const keys = rows.map(row => row.keys[at] ?? null);
    const toName = await findNames(ask, { ...question, keys }, options);
    return {
      rows: rows.map((row, index) => ({ ...row, keys: row.keys.with(at, toName(keys[index] ?? null)) })),
      total,
    } as typeof answer;
  }
  if (!('dimension' in question) || question.dimension !== 'source') return answer;
  const nameRows = async <Row extends { readonly key: Key }>(
    siteId: number,
    rows: readonly Row[],
  ): Promise<Row[]> => {
    const { kind } = question;
    const toName = await findNames(ask, { siteId, kind, keys: rows.map(({ key }) => key) }, options);
    return rows.map(row => ({ ...row, key: toName(row.key) }));
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

/** Finds the names of folded sources of a site: those of its hits, and of rows of another kind where no hit has them. */
async function findNames(
  ask: AskAny,
  { siteId, kind, keys }: { readonly siteId: number; readonly kind: HitKind; readonly keys: readonly Key[] },
  options: ReadOptions | undefined,
): Promise<(key: Key) => Key> {
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
  return key => (key === null ? null : (names.get(key) ?? key));
}
