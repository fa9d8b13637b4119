/** Writes sentences from facts in a language other than the server's. */
import type { FindingDetails, TranslatedSentence } from './finding-facts.ts';

type Kind = TranslatedSentence['kind'];
type Facts<Of extends Kind> = Extract<TranslatedSentence, { readonly kind: Of }>;

/** Writes each kind of sentence. */
export type SentenceWriters = { readonly [Of in Kind]: (facts: Facts<Of>) => string };
/** Writes a sentence about each type of finding. */
export type FindingWriters = Readonly<Record<FindingDetails['type'], (finding: FindingDetails) => string>>;

/** Makes the texts of a language. A kind that is not known here keeps what the server wrote. */
export const createSentences = (writers: SentenceWriters, summaries: FindingWriters) => ({
  sentence: <Of extends Kind>(english: string, facts: Facts<Of>): string =>
    writers[facts.kind]?.(facts as never) ?? english,
  findingSummary: (english: string, finding: FindingDetails): string =>
    summaries[finding.type]?.(finding) ?? english,
});
