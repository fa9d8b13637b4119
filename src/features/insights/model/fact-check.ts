/**
 * Checks that a text states nothing beyond the facts: each of its figures, pages, hosts and names must be among them.
 */

/** Facts that a text may state. */
export interface Facts {
  /** Whether anything rose, and whether anything fell. */
  readonly directions: { readonly rising: boolean; readonly falling: boolean };
  /** True sentences, whose figures and words may be used. */
  readonly sentences: readonly string[];
  /** Pages, hosts, titles and labels, as they are displayed. Words and figures inside of them are no facts. */
  readonly names: readonly string[];
}

const NAME = '\u2021';
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** A day is a figure of its own: `5 March` does not allow 5 hits. */
const FIGURE = new RegExp(
  `\\d{1,2} (?:${MONTHS})\\b|\\d[\\d,.]*(?: ?%| ?(?:percent|per cent|pct)\\b|[\\p{L}×]+)?`,
  'gu',
);
const WEEKDAYS = /\p{Lu}\p{L}+day, \d{1,2} \p{Lu}\p{L}+/gu;
const CAPITALISED = /\p{Lu}[\p{L}\p{M}'’-]*/gu;
const ANY_WORD = /[\p{L}\p{M}'’-]+/gu;
/** Characters of addresses, markup, mail and code: no text has them outside of a name. */
const MARKUP = /[<>{}[\]`@\\|]|:\/\/|\/|\b[\p{L}\d-]+\.\p{L}{2,}/u;
/** Digits of other scripts, and those raised or circled. */
const FOREIGN_DIGIT = /(?![0-9])\p{N}/u;
/** Claims of a cause, which figures cannot prove. */
const CAUSAL_CLAIM =
  /\b(because|caused|causes|due to|owing to|thanks to|led to|leads to|driven by|fuelled by|fueled by|boosted by|attributable to|responsible for|the reason|explains?|triggered|sparked|as a result|resulted|therefore|proves?|proved|guarantees?|definitely|certainly)\b/i;
/** Words of instructions to the reader, as in an injected prompt: accounts, secrets, and actions on them. */
const INSTRUCTION_WORDS = new Set(
  'password passwords passphrase credential credentials secret secrets token tokens login logins api admin settings preferences delete deletes deleting uninstall disable disabling deactivate install installing download downloading execute paste click tap subscribe unsubscribe pay payment payments buy purchase invoice money bitcoin wallet dot http https www'.split(
    ' ',
  ),
);
const NUMBER_WORDS = new Set(
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion billions trillion dozen dozens twice thrice double doubles doubled doubling triple triples tripled tripling quadruple quadrupled quintupled half halves halved halving third thirds quarter quarters fifth fifths sixth sixths seventh eighth ninth tenth tenths tenfold twofold threefold fourfold fivefold sixfold hundredfold manifold zero'.split(
    ' ',
  ),
);
const RISING = new Set(
  'rose rise rises rising grew grow growth growing increased increase increases gained gain jumped climbed surged soared skyrocketed rocketed exploded spiked higher up'.split(
    ' ',
  ),
);
const FALLING = new Set(
  'fell fall falls falling dropped drop drops declined decline decreased decrease decreases lost shrank down slowed plunged plummeted tumbled slumped sank collapsed dipped lower'.split(
    ' ',
  ),
);
/**
 * Phrases with a word of direction that state none: a share that falls into some hours, phrasal verbs, a site that is
 * down.
 */
const NO_DIRECTION = [
  /\b(?:fell|falls?|falling) (?:mostly |mainly )?(?:at|around|before|after|between|from|within|into|in)(?: the hours?)?(?: of| from| between)? \d{1,2}:\d\d/gi,
  /\bup[- ]to[- ]date\b|\bups and downs\b|\bup (?:to|until) (?=\d)/gi,
  /\b(?:makes?|made|making|follow(?:s|ed|ing)?|sum(?:s|med|ming)?|set(?:s|ting)?|sign(?:s|ed|ing)?|back(?:s|ed|ing)?|look(?:s|ed|ing)?|show(?:s|ed|ing)?|end(?:s|ed|ing)?|keep(?:s|ing)?|kept) up\b/gi,
  /\b(?:not(?:e|es|ed|ing)|writ(?:e|es|ing)|wrote|written|jot(?:s|ted|ting)?|break(?:s|ing)?|broken|narrow(?:s|ed|ing)?) (?:it |this |that |them )?down\b/gi,
];
/** A site, not its traffic, that was down. Only allowed for a week with downtime. */
const SITE_DOWN = new RegExp(`(?:\\b(?:site|server|it)|${NAME}) (?:was|is|were|had been|went) down\\b`, 'gi');
/** Words with a capital that begin a sentence and are no names. */
const OPENERS = new Set(
  'A About Across Activity Add Additionally After Afternoons Again AI All Almost Also Although Among An And Another Any Anyone Approximately Around As Ask At Attention Audience Be Before Best Between Both Browsers Build But By Check Checking Compare Compared Comparing Computers Consider Considering Content Continue Count Countries Crawlers Create Daily Days Desktop Desktops Despite Devices Direct Do During Each Elsewhere Encourage Engagement Ensure Evenings Even Every Expand Explore External Few Fewer Figures Finally Find First Focus Follow For From Further Furthermore Generally Geographically Give Good Great Have Highlight Hits Hours How However Identify If In Interest Interestingly Internationally Investigate Is It Its Just Keep Keeping Last Lastly Leading Link Linking Links Look Looking Maintain Make Many Meanwhile Mobile Monitor More Moreover Mornings Most Mostly Much Nearly New Next Nights No None Notably Note Nothing Numbers Of On Once One Only Or Other Others Our Outside Over Overall Page Pages Peak People Perhaps Phones Plan Point Popular Post Posting Promote Promoting Publish Publishing Put Quiet Readers Readership Recent Referrals Referrers Refresh Refreshing Regular Remember Results Review Reviewing Roughly Schedule Scheduling Search See Several Share Sharing Similarly Since Site Smaller So Social Some Sources Still Strengthen Such Tablets Take That The Their Then There These They Think This Those Though Through Timing To Together Top Track Traffic Try Two Under Update Updating Use Using Very Views Visitors Visits Watch We Week Weekdays Weekends Well What When Where Whether Which While With Within Without Write You Your'.split(
    ' ',
  ),
);

const extractNumbers = (text: string): string[] =>
  (text.match(FIGURE) ?? []).map(figure => {
    const [, number = '', unit = ''] = /^([\d,.]*\d)[,.]*(.*)$/u.exec(figure) ?? [];
    const isShare = /^ ?(%|percent|per cent|pct)$/.test(unit);
    return `${Number(number.replaceAll(',', ''))}${isShare ? '%' : unit}`;
  });

/**
 * Creates the function that replaces names in a text, longest first, and only whole ones: part of another address
 * stays.
 */
function createNameRemover(given: readonly string[]): (text: string) => string {
  const names = [...new Set(given)].filter(name => name === '/' || name.trim().length > 1);
  if (names.length === 0) return text => text;
  const any = names
    .toSorted((a, b) => b.length - a.length)
    .map(name => name.normalize('NFC').replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|');
  const alone = new RegExp(`(?<![\\p{L}\\p{N}/._-])(?:${any})(?![\\p{L}\\p{N}/_-]|\\.[\\p{L}\\p{N}])`, 'gu');
  return text => text.replaceAll(alone, NAME);
}

/** Creates the check of texts against the same facts. It returns what is wrong with a text; null for nothing. */
export function createFactCheck({ directions, sentences, names }: Facts): (text: string) => string | null {
  const withoutNames = createNameRemover(names);
  const known = sentences.map(withoutNames);
  const figures = new Set(known.flatMap(extractNumbers));
  const words = new Set(known.flatMap(sentence => sentence.match(ANY_WORD) ?? []));
  const lowerCased = new Set([...words].map(word => word.toLowerCase()));
  const noDirection = known.some(sentence => /\bdown for\b/.test(sentence))
    ? [...NO_DIRECTION, SITE_DOWN]
    : NO_DIRECTION;
  const weekdays = new Set(known.flatMap(sentence => sentence.match(WEEKDAYS) ?? []));

  function findVocabularyFault(word: string): string | null {
    const lower = word.toLowerCase();
    if (lower.split('-').some(part => NUMBER_WORDS.has(part)) && !lowerCased.has(lower))
      return `the figure ${word}`;
    return INSTRUCTION_WORDS.has(lower) && !lowerCased.has(lower) ? `the order or address ${word}` : null;
  }

  function findDirectionFault(text: string): string | null {
    const stated = noDirection.reduce((left, phrase) => left.replaceAll(phrase, ' '), text);
    const isFalse = (word: string) =>
      (RISING.has(word) && !directions.rising) || (FALLING.has(word) && !directions.falling);
    const word = stated.match(ANY_WORD)?.find(each => isFalse(each.toLowerCase()));
    return word === undefined ? null : `that something ${word}`;
  }

  function findWordFault(text: string): string | null {
    for (const word of text.match(ANY_WORD) ?? []) {
      const fault = findVocabularyFault(word);
      if (fault !== null) return fault;
    }
    const direction = findDirectionFault(text);
    if (direction !== null) return direction;
    for (const { 0: word, index } of text.matchAll(CAPITALISED)) {
      const isOpener = OPENERS.has(word) && /(^|[.!?:;]\s+|[“"(]\s*)$/.test(text.slice(0, index));
      if (!words.has(word) && !isOpener) return `the name ${word}`;
    }
    return null;
  }

  return text => {
    const left = withoutNames(text.normalize('NFC'));
    if (/[\p{Cc}\p{Cf}\p{Co}]/u.test(left) || !left.isWellFormed()) return 'characters that do not show';
    const foreign = MARKUP.exec(left);
    if (foreign) return `the address or mark ${JSON.stringify(foreign[0])}`;
    if (FOREIGN_DIGIT.test(left)) return 'digits of another script';
    if (/(?!\p{Script=Latin})\p{L}/u.test(left)) return 'letters of another script';
    const invented = extractNumbers(left).find(figure => !figures.has(figure));
    if (invented !== undefined) return `the figure ${invented}`;
    const weekday = (left.match(WEEKDAYS) ?? []).find(day => !weekdays.has(day));
    if (weekday !== undefined) return `the day ${weekday}`;
    const certain = CAUSAL_CLAIM.exec(left);
    if (certain) return `a reason that is not known (${certain[0]})`;
    return findWordFault(left);
  };
}
