/** Whether a text says only what the facts say: every figure, page, host and name in it has to be among them. */

/** Everything that a text may name and count. */
export interface Facts {
  /** Whether anything rose, and whether anything fell. */
  readonly directions: { readonly rising: boolean; readonly falling: boolean };
  /** Texts that are true word for word: their figures and words may be used. */
  readonly sentences: readonly string[];
  /** Pages, hosts, titles and labels, as they are shown. What stands within them is a name and no fact. */
  readonly names: readonly string[];
}

const NAME = '\u2021';
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** A day is a figure of its own: `5 March` says nothing of 5 hits. */
const FIGURE = new RegExp(
  `\\d{1,2} (?:${MONTHS})\\b|\\d[\\d,.]*(?:%| ?(?:percent|per cent|pct)\\b|[\\p{L}×]+)?`,
  'gu',
);
const WEEKDAYS = /\p{Lu}\p{L}+day, \d{1,2} \p{Lu}\p{L}+/gu;
const CAPITALISED = /\p{Lu}[\p{L}\p{M}'’-]*/gu;
const ANY_WORD = /[\p{L}\p{M}'’-]+/gu;
/** Marks of addresses, markup, mail and code: no text has them outside of a name. */
const FOREIGN = /[<>{}[\]`@\\|]|:\/\/|\/|\b[\p{L}\d-]+\.\p{L}{2,}/u;
/** Digits of other scripts, and those raised or circled: none of ours are. */
const ODD_DIGIT = /(?![0-9])\p{N}/u;
/** Reasons: figures know none. */
const CERTAIN =
  /\b(because|caused|causes|due to|owing to|thanks to|led to|leads to|driven by|fuelled by|fueled by|boosted by|attributable to|responsible for|the reason|explains?|triggered|sparked|as a result|resulted|therefore|proves?|proved|guarantees?|definitely|certainly)\b/i;
/** What an order to the reader would need, and hardly a report: an account, its secrets, and what can be done to them. */
const ORDERS = new Set(
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
/** Words that begin a sentence and name nothing. */
const OPENERS = new Set(
  'A About Add After Again AI All Also Among An And Any Anyone As At Be Before Between Both But By Check Checking Compare Compared Consider Count Desktop Direct Do During Each Even Every Fewer Find For From Give Have Hits How However If In Is It Its Just Keep Last Link Linking Look Looking Make Many Mobile More Most Mostly Much Next No None Note Nothing Of On One Only Or Other Others Our Over Overall Page Pages People Phones Publish Publishing Put Readers Referrals Review See Several Share Since Site So Some Still Such That The Their Then There These They This Those Though To Together Traffic Try Two Update Use Visitors Visits Watch We Week Weekends What When Where Whether Which While With Within Without Write You Your'.split(
    ' ',
  ),
);

const figuresOf = (text: string): string[] =>
  (text.match(FIGURE) ?? []).map(figure => {
    const [, number = '', unit = ''] = /^([\d,.]*\d)[,.]*(.*)$/u.exec(figure) ?? [];
    const isShare = /^ ?(%|percent|per cent|pct)$/.test(unit);
    return `${Number(number.replaceAll(',', ''))}${isShare ? '%' : unit}`;
  });

/** Texts with their names taken out, longest first, and only where they stand alone: part of another address is none. */
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

/** A check of texts against the same facts: says what is wrong with one, null when nothing is. */
export function createFactCheck({ directions, sentences, names }: Facts): (text: string) => string | null {
  const withoutNames = createNameRemover(names);
  const known = sentences.map(withoutNames);
  const figures = new Set(known.flatMap(figuresOf));
  const words = new Set(known.flatMap(sentence => sentence.match(ANY_WORD) ?? []));
  const small = new Set([...words].map(word => word.toLowerCase()));
  const weekdays = new Set(known.flatMap(sentence => sentence.match(WEEKDAYS) ?? []));

  function smallWordFault(word: string): string | null {
    const lower = word.toLowerCase();
    if (lower.split('-').some(part => NUMBER_WORDS.has(part)) && !small.has(lower))
      return `the figure ${word}`;
    if (ORDERS.has(lower) && !small.has(lower)) return `the order or address ${word}`;
    const isFalse = (RISING.has(lower) && !directions.rising) || (FALLING.has(lower) && !directions.falling);
    return isFalse ? `that something ${word}` : null;
  }

  function wordFault(text: string): string | null {
    for (const word of text.match(ANY_WORD) ?? []) {
      const fault = smallWordFault(word);
      if (fault !== null) return fault;
    }
    for (const { 0: word, index } of text.matchAll(CAPITALISED)) {
      const isOpener = OPENERS.has(word) && /(^|[.!?:;]\s+|[“"(]\s*)$/.test(text.slice(0, index));
      if (!words.has(word) && !isOpener) return `the name ${word}`;
    }
    return null;
  }

  return text => {
    const left = withoutNames(text.normalize('NFC'));
    if (/[\p{Cc}\p{Cf}\p{Co}]/u.test(left) || !left.isWellFormed()) return 'characters that do not show';
    const foreign = FOREIGN.exec(left);
    if (foreign) return `the address or mark ${JSON.stringify(foreign[0])}`;
    if (ODD_DIGIT.test(left)) return 'digits of another script';
    if (/(?!\p{Script=Latin})\p{L}/u.test(left)) return 'letters of another script';
    const invented = figuresOf(left).find(figure => !figures.has(figure));
    if (invented !== undefined) return `the figure ${invented}`;
    const weekday = (left.match(WEEKDAYS) ?? []).find(day => !weekdays.has(day));
    if (weekday !== undefined) return `the day ${weekday}`;
    const certain = CERTAIN.exec(left);
    if (certain) return `a reason that is not known (${certain[0]})`;
    return wordFault(left);
  };
}
