/** The language of these texts: how numbers, dates and lists are written in it. */
import * as english from '../../lib/english.ts';

/** BCP 47 tags. Dates are written as in Europe, numbers as everywhere: 12.3K, not 12.3k. */
export const dateLocale = 'en-GB';
export const numberLocale = 'en';

export const { formatNumber, joinList, uncapitalize } = english;
