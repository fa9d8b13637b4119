/** Neither blanks nor signs that do not show, so that an address is what it looks like. */
const EMAIL =
  /^[^\s\p{C}@"<>(),;:\\[\]]{1,64}@[^\s\p{C}@"<>(),;:\\[\]]{1,253}\.[^\s\p{C}@."<>(),;:\\[\]]{2,63}$/u;

/** The one form in which an e-mail address is stored and compared: without blanks around it, in small letters. */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase();

/** Whether a text, normalized, has the form of an e-mail address that mail can be sent to. */
export const isEmailAddress = (text: string): boolean => EMAIL.test(text);
