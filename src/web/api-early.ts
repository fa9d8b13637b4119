/** Answers of the API that `start.ts` has asked for before the dashboard's script was there. Each is taken once. */

import { API, apiUrl, type Query } from './api-url.ts';
import { toAddress } from './base-path.ts';

interface EarlyAnswer {
  readonly status: number;
  readonly answer: unknown;
}

/** By address; undefined when there was no answer. */
type EarlyAnswers = Map<string, Promise<EarlyAnswer | undefined>>;

/** An answer that nothing has asked for by then is not for the first screen. */
const KEPT_MS = 30_000;

const holder = globalThis as { footfallEarlyAnswers?: EarlyAnswers };

/** Keeps an answer that is on its way. */
function keepEarlyAnswer(address: string, answer: Promise<EarlyAnswer | undefined>): void {
  holder.footfallEarlyAnswers ??= new Map();
  const kept = holder.footfallEarlyAnswers;
  kept.set(address, answer);
  setTimeout(() => kept.delete(address), KEPT_MS);
}

/** Returns the early answer of an address, if there is one. */
export function takeEarlyAnswer(address: string): Promise<EarlyAnswer | undefined> | undefined {
  const answer = holder.footfallEarlyAnswers?.get(address);
  holder.footfallEarlyAnswers?.delete(address);
  return answer;
}

const HEADERS = { accept: 'application/json' };

/** Asks one question; a connection that fails is left to the dashboard's own request. */
export const ask = (path: string, query: Query): void => {
  const address = apiUrl(path, query);
  const answer = fetch(address, { headers: HEADERS }).then(
    async (response): Promise<EarlyAnswer> => ({ status: response.status, answer: await response.json() }),
  );
  keepEarlyAnswer(
    address,
    answer.catch(() => undefined),
  );
};

export type Question = readonly [path: string, query?: Query];

/** Asks several quick questions at once. */
export function askTogether(questions: readonly Question[]): void {
  const addresses = questions.map(([path, query]) => apiUrl(path, query));
  const search = new URLSearchParams(addresses.map(address => ['path', address.slice(API.length)]));
  const answers = fetch(toAddress(`/batch?${search}`), { headers: HEADERS })
    .then(async response => (await response.json()) as { answers: { status: number; body: unknown }[] })
    .then(({ answers }) => answers.map(({ status, body }): EarlyAnswer => ({ status, answer: body })))
    .catch((): EarlyAnswer[] => []);
  addresses.forEach((address, index) => {
    keepEarlyAnswer(
      address,
      answers.then(all => all[index]),
    );
  });
}
