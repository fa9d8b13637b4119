/** The languages of the pages, with the name that each gives itself. English is for those who prefer none of them. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

/** The cookie with the language that somebody chose in the settings; without it the browser's languages decide. */
export const LANGUAGE_COOKIE = 'footfall-language';
